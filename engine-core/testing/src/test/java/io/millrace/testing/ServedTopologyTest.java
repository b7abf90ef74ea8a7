// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.RequestException;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link TopologyTest} with spouts that a service feeds and asks, and bolts from which it takes results. */
@Timeout(30)
class ServedTopologyTest {

    private static Topology topology(int retries) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("n")).answers("square").retries(retries), 2);
        builder.setBolt("square", Bolts.map("square", n -> n.getInt(0) * n.getInt(0)), 2)
                .shuffle("numbers");
        builder.setBolt("answer", Bolts.answer(n -> List.of(n.getInt(0)))).shuffle("square");
        builder.setBolt("taken", Bolts.results()).shuffle("square");
        return builder.build();
    }

    private static TopologyTest.Builder test(int retries) {
        return TopologyTest.of(topology(retries))
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(5)));
    }

    @Test
    void aFedSpoutIsFedAndResultsAreRecorded() {
        try (TopologyTest test = test(0).start()) {
            long first = test.feed("numbers", 3);
            test.feedUntracked("numbers", 4);
            test.run();
            assertThat(test.acked("numbers")).containsExactly(first);
            assertThat(test.output("numbers")).containsExactlyInAnyOrder(List.of(3), List.of(4));
            assertThat(test.emissions("numbers"))
                    .extracting(Emission::messageId)
                    .containsExactlyInAnyOrder(first, null);
            assertThat(test.output("taken")).containsExactlyInAnyOrder(List.of(9), List.of(16));
            assertThat(test.executed("taken")).hasSize(2);
            assertThat(test.failure(first)).isNull();
        }
    }

    @Test
    void aRequestIsAnswered() {
        try (TopologyTest test = test(0).start()) {
            CompletableFuture<Tuple> answer = test.ask("numbers", 7);
            assertThat(answer).isNotDone();
            test.run();
            assertThat(answer.join().getInt("square")).isEqualTo(49);
            assertThat(test.acked("numbers")).containsExactly(answer);
        }
    }

    @Test
    void aFailureSaysWhyAndATimeOutComesWithTheSimulatedClock() {
        try (TopologyTest test = test(0).start()) {
            test.inject("square", Fault.throwing(new IllegalStateException("too large")));
            long bad = test.feed("numbers", 3);
            test.run();
            assertThat(test.failed("numbers")).containsExactly(bad);
            assertThat(test.failure(bad)).hasMessageContaining("too large");
            assertThat(test.errors("square")).hasSize(1);

            test.inject("answer", Fault.lose());
            CompletableFuture<Tuple> lost = test.ask("numbers", 3);
            test.advance(Duration.ofMillis(4_900));
            assertThat(lost).isNotDone();
            assertThat(test.pending("numbers")).containsExactly(lost);
            test.advance(Duration.ofMillis(200));
            assertThatThrownBy(lost::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(RequestException.class)
                    .hasMessageContaining("within 5 s");
        }
    }

    @Test
    void aTimeOutNamesTheComponentThatHasTheTuple() {
        for (int executors = 1; executors <= 3; executors++) {
            try (TopologyTest test =
                    test(0).executors(executors).workers(executors).start()) {
                test.inject("answer", Fault.lose());
                CompletableFuture<Tuple> lost = test.ask("numbers", 3);
                test.advance(Duration.ofMillis(5_100));
                assertThatThrownBy(lost::join)
                        .hasMessageContaining(
                                "(topology.message.timeout): component 'answer', task 5 has neither acked nor"
                                        + " failed it");
                // Neither bolts whose tuples were acked long ago are named, nor those that other tuples have left
                CompletableFuture<Tuple> good = test.ask("numbers", 3);
                test.advance(Duration.ofMillis(5_100));
                assertThat(good.join().getInt("square")).isEqualTo(9);
            }
        }
    }

    @Test
    void aTimeOutNamesTheComponentForWhichTheTupleWaits() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("n")));
        builder.setBolt("pausing", new Pausing()).shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build())
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(5)))
                .start()) {
            long held = test.feed("numbers", 1);
            long waiting = test.feed("numbers", 2);
            test.advance(Duration.ofMillis(5_100));
            assertThat(test.failure(held))
                    .hasMessageEndingWith(": component 'pausing', task 2 has neither acked nor failed it");
            assertThat(test.failure(waiting)).hasMessageEndingWith(": it waits for component 'pausing', task 2");
        }
    }

    /** Takes one tuple, and no further ones. */
    private static final class Pausing implements Bolt {
        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            out.pauseInput();
        }
    }

    @Test
    void aFedSpoutRepeatsWhatFails() {
        try (TopologyTest test = test(2).start()) {
            test.inject("square", Fault.fail().times(2));
            long id = test.feed("numbers", 3);
            test.run();
            assertThat(test.failed("numbers")).containsExactly(id, id);
            assertThat(test.acked("numbers")).containsExactly(id);
            assertThat(test.failure(id)).isNull();

            test.inject("square", Fault.fail().times(3));
            long bad = test.feed("numbers", 4);
            test.run();
            assertThat(test.failure(bad)).isInstanceOf(RequestException.class);
        }
    }

    @Test
    void requestsSurviveTheDeathOfTheirWorkers() {
        for (int seed = 1; seed <= 10; seed++) {
            try (TopologyTest test = test(0).workers(3).seed(seed).start()) {
                List<CompletableFuture<Tuple>> answers = new ArrayList<>();
                IntStream.range(0, 10).forEach(i -> answers.add(test.ask("numbers", i)));
                int before = seed;
                test.runUntil(() -> test.emissions("numbers").size() >= before, Duration.ofSeconds(1));
                for (String worker : List.of("w1", "w2", "w3")) {
                    test.kill(worker);
                    answers.add(test.ask("numbers", 100));
                    test.restart(worker);
                }
                test.run();
                assertThat(answers)
                        .allSatisfy(answer -> assertThat(answer.isDone() ? answer.join() : null)
                                .as("%s", answer)
                                .isNotNull());
                assertThat(test.pending("numbers")).isEmpty();
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(squares(3)).isEqualTo(squares(3));
    }

    private static List<List<Object>> squares(long seed) {
        try (TopologyTest test = test(0).executors(3).seed(seed).start()) {
            IntStream.range(0, 30).forEach(i -> test.feed("numbers", i));
            test.run();
            assertThat(test.acked("numbers")).hasSize(30);
            return test.output("taken");
        }
    }

    @Test
    void aFedSpoutCanBeReplaced() {
        try (TopologyTest test = test(0).replaceSpout("numbers").start()) {
            long id = test.feed("numbers", 3);
            test.run();
            assertThat(test.acked("numbers")).containsExactly(id);
            assertThat(test.output("taken")).containsExactly(List.of(9));
        }
    }

    @Test
    void requestsFailWhenTheTestIsClosed() {
        CompletableFuture<Tuple> waiting;
        CompletableFuture<Tuple> emitted;
        try (TopologyTest test = test(0).start()) {
            test.inject("answer", Fault.lose());
            emitted = test.ask("numbers", 1);
            test.run();
            waiting = test.ask("numbers", 2);
        }
        assertThat(List.of(waiting, emitted))
                .allSatisfy(answer -> assertThatThrownBy(answer::join).hasMessageContaining("closed"));
    }

    @Test
    void mistakesOfTheTestAreNamed() {
        try (TopologyTest test = test(0).start()) {
            assertThatThrownBy(() -> test.feed("numbers", 1, 2))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("2 values were given");
            assertThatThrownBy(() -> test.ask("numbers"))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("0 values were given");
            assertThatThrownBy(() -> test.ask("number", 1))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("did you mean 'numbers'?");
            assertThatThrownBy(() -> test.feedTo("numbers", "other", 1)).hasMessageContaining("only stream");
            test.kill("w1");
            assertThatThrownBy(() -> test.feed("numbers", 1))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("no worker that is up and connected");
        }
    }
}
