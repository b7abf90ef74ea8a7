// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.PayloadView;
import io.millrace.api.Results;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.testing.BoltTest;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The methods {@code getBuffer} and {@code getView}, by each link. */
@Timeout(60)
class PayloadViewsTest extends PayloadTopology {

    @ParameterizedTest
    @EnumSource(Way.class)
    void aServiceReadsResultsAfterTheirAck(Way way) throws InterruptedException {
        String test = "results-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("results", Bolts.results()).subscribe("source", "rounds", new Grouping.Shuffle());
        try (SteppedTopology topology = way.start(builder, Config.empty().with(TopologyKeys.VIEWS, true));
                Results results = topology.results("results")) {
            assertThat(results.poll(Duration.ZERO)).as("before the first").isNull();
            assertThat(topology.runUntil(() -> journal.acked.size() == TUPLES, LONG))
                    .isTrue();
            for (int i = 0; i < TUPLES; i++) {
                Tuple result = results.poll(Duration.ZERO);
                assertThat(isWhole(ByteBuffer.wrap(result.getBytes(1)).asReadOnlyBuffer(), result.getInt(0)))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aViewIsRefusedAfterTheInputWasAckedOrFailed(Way way) {
        String test = "refused-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", TestBolts.full((input, out, context) -> {
                    check(test, input);
                    if (input.getInt(0) % 2 == 0) {
                        out.ack(input);
                    } else {
                        out.fail(input);
                    }
                    askLater(test, input, context);
                }))
                .subscribe("source", "rounds", new Grouping.Shuffle());
        try (SteppedTopology topology = way.start(builder, Config.empty())) {
            assertThat(topology.runUntil(
                            () -> journal.acked.size() + journal.failed.size() == TUPLES && refusals(journal) == TUPLES,
                            LONG))
                    .isTrue();
        }
    }

    /** A bolt that acks the inputs of ten calls together, more than half of the ring. */
    private static final class Holding implements Bolt {

        private static final long serialVersionUID = 1L;
        private static final int MOST = 10;

        private final String test;
        private transient BoltCollector out;
        private transient List<Tuple> inputs;
        private transient List<PayloadView> views;

        Holding(String test) {
            this.test = test;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
            inputs = new ArrayList<>();
            views = new ArrayList<>();
        }

        @Override
        public void execute(Tuple input) {
            inputs.add(input);
            views.add(input.getView("bytes"));
            if (inputs.size() < MOST) {
                return;
            }
            for (int i = 0; i < MOST; i++) {
                int number = inputs.get(i).getInt(0);
                ByteBuffer copy = ByteBuffer.allocate(length(number));
                views.get(i).get(0, copy);
                assertThat(isWhole(copy.flip().asReadOnlyBuffer(), number)).isTrue();
                Journal.of(test).seen.add(number);
            }
            inputs.forEach(out::ack);
            for (PayloadView view : views) {
                if (view.length() > 0) {
                    assertThatThrownBy(() -> view.get(0)).isInstanceOf(IllegalStateException.class);
                }
            }
            inputs.clear();
            views.clear();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void viewsAreReadUntilTheAckAndDoNotStopTheLink(Way way) {
        String test = "views-" + way;
        Journal journal = Journal.fresh(test);
        builder.setSpout("source", source(test));
        builder.setBolt("sink", new Holding(test))
                .subscribe("source", "rounds", new Grouping.Shuffle())
                .set(TopologyKeys.VIEWS.name(), true);
        run(way, journal, Config.empty().with(TopologyKeys.RING_BYTES, 1L << 19));
        assertThat(journal.seen).hasSize(TUPLES).doesNotHaveDuplicates();
    }

    private static long refusals(Journal journal) {
        return Collections.frequency(journal.events, "refused");
    }

    private static void askLater(String test, Tuple input, TaskContext context) {
        context.execute(() -> {
            try {
                input.getBuffer(1);
            } catch (IllegalStateException e) {
                Journal.of(test).events.add("refused");
            }
        });
    }

    @Test
    void aBoltTestGivesViewsAndTakesWriters() {
        try (BoltTest test = BoltTest.of(TestBolts.basic(
                        (input, out) -> {
                            ByteBuffer image = input.getBuffer("image");
                            out.emitInto(image.remaining(), target -> target.put(image), "copy");
                        },
                        "name",
                        "image"))
                .fields("image")
                .start()) {
            test.execute((Object) new byte[] {1, 2, 3});
            test.execute(ByteBuffer.wrap(new byte[] {0, 4}).position(1));
            assertThat(test.output()).hasSize(2);
            assertThat(test.output().get(0).get(0)).isEqualTo("copy");
            assertThat((byte[]) test.output().get(0).get(1)).containsExactly(1, 2, 3);
            assertThat((byte[]) test.output().get(1).get(1)).containsExactly(4);
            assertThat(test.errors()).isEmpty();
        }
    }
}
