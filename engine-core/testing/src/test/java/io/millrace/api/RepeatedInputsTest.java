// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.operators.PendingInputs;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.FormatReader;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Inputs of a source that fail again and again: others go on. */
@Timeout(60)
class RepeatedInputsTest {

    private static final int INPUTS = 1_000;
    private static final int POISON = 17;
    private static final Map<Integer, Integer> CALLS = new ConcurrentHashMap<>();
    private static volatile boolean mended;

    @AfterEach
    void forget() {
        CALLS.clear();
        mended = false;
    }

    /** Throws on one number until it is mended. */
    private static final class Picky implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            int number = input.getInt("number");
            CALLS.merge(number, 1, Integer::sum);
            if (number % INPUTS == POISON && !mended) {
                throw new IllegalStateException("no such number");
            }
            out.emit(number);
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }
    }

    private static TopologyTest start(int inputs, Config config) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                Spouts.of("number", IntStream.range(0, inputs).boxed().toList()));
        builder.setBolt("picky", new Picky()).shuffle("numbers");
        builder.setBolt(
                        "given",
                        Bolts.map(
                                Fields.of("origin", "failures", "values"),
                                input -> List.of(
                                        input.getString("origin"), input.getLong("failures"), input.get("values"))))
                .subscribe("numbers", PendingInputs.FAILED, new Grouping.Shuffle());
        return TopologyTest.of(builder.build())
                .config(config.with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE))
                .start();
    }

    @Test
    void oneThatFailsHoldsNoOthersUpAndIsRepeatedWithPausesThatGrow() {
        try (TopologyTest test =
                start(INPUTS, Config.empty().with(TopologyKeys.REPEAT_MAX_PAUSE, Duration.ofSeconds(2)))) {
            assertThat(test.runUntil(() -> test.output("picky").size() == INPUTS - 1, Duration.ofSeconds(10)))
                    .isTrue();
            test.advance(Duration.ofSeconds(20));
            // The input is tried at once, after 10, 20, 40, ... 1,280 ms, and each 2 s
            assertThat(CALLS.get(POISON)).isBetween(12, 24);
            assertThat(test.errors("numbers").stream().map(Throwable::getMessage))
                    .containsExactly("tuple 17 has failed 5 times: it is repeated with pauses of up to 2 s"
                            + " (topology.repeat.max.pause), and others go on; mend what refuses it, or set"
                            + " topology.repeat.failures and subscribe to the stream failed");
            mended = true;
            assertThat(test.runUntil(() -> test.output("picky").size() == INPUTS, Duration.ofSeconds(3)))
                    .isTrue();
            assertThat(CALLS.values().stream().filter(calls -> calls > 1)).hasSize(1);
        }
    }

    @Test
    void afterSoManyFailuresItGoesToAStream() {
        try (TopologyTest test = start(INPUTS, Config.empty().with(TopologyKeys.REPEAT_FAILURES, 3))) {
            assertThat(test.runUntil(() -> !test.output("given").isEmpty(), Duration.ofSeconds(10)))
                    .isTrue();
            test.advance(Duration.ofSeconds(20));
            assertThat(test.output("given")).containsExactly(List.of("tuple 17", 3L, List.of(POISON)));
            assertThat(CALLS.get(POISON)).isEqualTo(3);
            assertThat(test.output("picky")).hasSize(INPUTS - 1);
            assertThat(test.metrics().counter("numbers", "inputs.failed")).isEqualTo(1);
            assertThat(test.pending("numbers")).isEmpty();
        }
    }

    private record Large(int number) implements PendingInputs.Input {

        @Override
        public FormatReader.Row row() {
            return new FormatReader.Row(Streams.DEFAULT, new Object[] {number});
        }

        @Override
        public String origin() {
            return "large " + number;
        }

        @Override
        public long bytes() {
            return 1_000_000;
        }
    }

    /** Emits numbers as large inputs. */
    private static final class LargeNumbers implements Spout {

        private static final long serialVersionUID = 1L;
        private transient PendingInputs<Large> inputs;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            inputs = new PendingInputs<>(context, collector);
        }

        @Override
        public void nextTuple() {
            if (inputs.repeat()) {
                return;
            }
            if (inputs.mayEmit()) {
                inputs.emit(new Large(POISON + INPUTS * next++));
            } else {
                out.idleUntil(inputs.deadline());
            }
        }

        @Override
        public void ack(Object messageId) {
            inputs.ack(messageId);
        }

        @Override
        public void fail(Object messageId) {
            inputs.fail(messageId);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
            PendingInputs.declare(declarer);
        }
    }

    @Test
    void theBytesOfThoseThatWaitAreBoundedToo() {
        Config config = Config.empty()
                .with(TopologyKeys.MAX_SPOUT_PENDING, 100)
                .with(TopologyKeys.MAX_SPOUT_PENDING_BYTES, 10_000_000L);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new LargeNumbers());
        builder.setBolt("picky", new Picky()).shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build()).config(config).start()) {
            test.advance(Duration.ofSeconds(60));
            assertThat(CALLS.size()).isBetween(10, 110);
            int before = CALLS.size();
            test.advance(Duration.ofSeconds(60));
            assertThat(CALLS).hasSizeBetween(before, 111);
        }
    }

    @Test
    void noMoreThanTheBoundWaitToBeRepeated() {
        Config config = Config.empty()
                .with(TopologyKeys.MAX_SPOUT_PENDING, 50)
                .with(TopologyKeys.REPEAT_MAX_PAUSE, Duration.ofHours(1));
        List<Integer> all = new ArrayList<>();
        IntStream.range(0, 5_000).forEach(i -> all.add(POISON + i * INPUTS));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.of("number", all));
        builder.setBolt("picky", new Picky()).shuffle("numbers");
        try (TopologyTest test = TopologyTest.of(builder.build()).config(config).start()) {
            test.advance(Duration.ofSeconds(60));
            assertThat(CALLS.size()).isBetween(50, 100);
            mended = true;
            assertThat(test.runUntil(() -> test.output("picky").size() == 5_000, Duration.ofHours(3)))
                    .isTrue();
        }
    }
}
