// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.async.AsyncFunction;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way of event time from spouts to timers. */
@Timeout(60)
class WatermarksTest {

    private static final Map<String, Queue<Object>> INPUT = new ConcurrentHashMap<>();
    private static final Object END = "end";
    private static final Object ABSENT = "absent";
    private static final Duration TICK = Duration.ofMillis(60);

    @AfterEach
    void forget() {
        INPUT.clear();
    }

    /** Emits what the test offers to one of its tasks. */
    private static final class Events implements Spout {

        private static final long serialVersionUID = 1L;
        private final String name;
        private transient Queue<Object> input;
        private transient SpoutCollector out;
        private transient int index;

        Events(String name) {
            this.name = name;
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            index = context.taskIndex();
            input = INPUT.computeIfAbsent(name + index, none -> new ArrayDeque<>());
            out = collector;
        }

        @Override
        public void nextTuple() {
            Object next = input.poll();
            if (next == END) {
                out.finish();
            } else if (next != null) {
                out.emit("key", next == ABSENT ? null : next);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "time");
        }
    }

    /** Sets a timer for the time of each input, and emits the times of those that fire. */
    static final class Alarms implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private transient Timers timers;

        @Override
        public List<StateSpec<?>> states() {
            return List.of();
        }

        @Override
        public void prepare(TaskContext context) {
            timers = context.timers();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (input.get("time") instanceof Long time) {
                timers.atEventTime(time);
            }
        }

        @Override
        public void onTimer(TimerEvent timer, Emitter out) {
            out.emit(timer.millis(), timers.watermark());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("time", "watermark");
        }
    }

    private static void offer(String task, Object... times) {
        INPUT.get(task).addAll(List.of(times));
    }

    private static Topology topology(int tasks, Consumer<SpoutDeclarer> eventTime) {
        TopologyBuilder builder = new TopologyBuilder();
        eventTime.accept(builder.setSpout("events", new Events("a"), tasks));
        builder.setBolt("pass", Bolts.flatMap(Fields.of("key", "time"), (in, out) -> out.emit(in.get(0), in.get(1))), 2)
                .shuffle("events");
        builder.setBolt("alarms", new Alarms(), 2).fields("pass", "key");
        // The bolt gets the tuples that the watermarks behind timers let through
        builder.setBolt("last", new Alarms(), 1).fields("alarms", "time");
        return builder.build();
    }

    private static List<Object> fired(TopologyTest test) {
        test.advance(TICK);
        return test.output("alarms").stream().map(tuple -> tuple.get(0)).toList();
    }

    @Test
    void timersFireWhenAllTasksHavePassedTheirTime() {
        Topology topology = topology(2, spout -> spout.eventTime("time", Duration.ofMillis(10)));
        try (TopologyTest test = TopologyTest.of(topology).start()) {
            offer("a0", 100L, 200L, 150L);
            assertThat(fired(test)).as("the second task has told nothing").isEmpty();
            test.advance(Duration.ofSeconds(2));
            TaskMetrics bolt = test.metrics().tasks().stream()
                    .filter(task -> task.component().equals("pass"))
                    .findFirst()
                    .orElseThrow();
            int silent = test.metrics().tasks().stream()
                    .filter(task -> task.component().equals("events"))
                    .mapToInt(TaskMetrics::task)
                    .max()
                    .orElseThrow();
            assertThat(bolt.gauges())
                    .containsEntry("event.time.lag.seconds", -1.0)
                    .containsEntry("event.time.held.by.task", (double) silent);
            offer("a1", 120L);
            assertThat(fired(test)).containsExactly(100L);
            offer("a1", 230L);
            assertThat(fired(test)).containsExactly(100L, 120L, 150L);
            offer("a0", END);
            assertThat(fired(test)).containsExactly(100L, 120L, 150L, 200L);
            offer("a1", END);
            assertThat(fired(test)).containsExactly(100L, 120L, 150L, 200L, 230L);
            assertThat(test.output("alarms").get(4).get(1)).isEqualTo(Long.MAX_VALUE);
            assertThat(test.output("last")).hasSize(5);
            assertThat(test.metrics().completed()).isTrue();
        }
    }

    @Test
    void aTaskThatIsIdleHoldsNobodyUp() {
        Topology topology = topology(2, spout -> spout.eventTime("time", Duration.ZERO, Duration.ofSeconds(1)));
        try (TopologyTest test = TopologyTest.of(topology).start()) {
            offer("a0", 100L, 200L);
            assertThat(fired(test)).isEmpty();
            test.advance(Duration.ofMillis(900));
            offer("a0", 300L);
            test.advance(Duration.ofMillis(100));
            assertThat(fired(test)).containsExactly(100L, 200L);
            offer("a1", 250L);
            assertThat(fired(test)).as("time does not go back").containsExactly(100L, 200L, 250L);
            offer("a0", 400L);
            assertThat(fired(test)).as("the second task is not idle any more").containsExactly(100L, 200L, 250L);
            offer("a1", 390L);
            assertThat(fired(test)).containsExactly(100L, 200L, 250L, 300L);
        }
    }

    @Test
    void timesThatAreNoneOrFarAheadAreCountedAndMoveNothing() {
        Topology topology = topology(1, spout -> spout.eventTime("time", Duration.ofMillis(1)));
        Config config = Config.empty()
                .with(TopologyKeys.EVENT_TIME_MAX_AHEAD, Duration.ofHours(1))
                .with(TopologyKeys.SERIALIZED_CLASSES, "java.time.Instant");
        try (TopologyTest test = TopologyTest.of(topology).config(config).start()) {
            long year9999 = 253_370_764_800_000L;
            offer("a0", 100L, year9999, "soon", -5L, 110L, ABSENT);
            // Without the lateness, these would be at the end of time
            offer("a0", Long.MIN_VALUE + 1, Instant.MIN, Instant.MAX);
            assertThat(fired(test)).containsExactly(Long.MIN_VALUE + 1, -5L, 100L);
            assertThat(test.metrics().sum("events", TaskMetrics::errors)).isEqualTo(6);
            assertThat(test.metrics().counter("events", "event.time.unusable")).isEqualTo(5);
            assertThat(test.metrics().counter("events", "event.time.ahead")).isEqualTo(1);
            assertThat(test.metrics().counter("events", "event.time.negative")).isEqualTo(1);
            offer("a0", Instant.ofEpochMilli(200));
            assertThat(fired(test)).endsWith(-5L, 100L, 110L);
            offer("a0", END);
            assertThat(fired(test)).endsWith(100L, 110L, year9999);
        }
    }

    @Test
    void aSourceWithoutEventTimeDoesNotCount() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events("a")).eventTime("time", Duration.ZERO);
        builder.setSpout("table", new Events("b"));
        builder.setBolt("alarms", new Alarms(), 1).fields("events", "key").fields("table", "key");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            offer("b0", 150L);
            offer("a0", 100L, 200L);
            assertThat(fired(test)).containsExactly(100L, 150L);
        }
    }

    /** A function that completes calls in the order in which the test says. */
    private static final class Answers implements AsyncFunction<Object> {

        private static final long serialVersionUID = 1L;
        private static final Map<Object, CompletableFuture<Object>> OPEN = new ConcurrentHashMap<>();

        @Override
        public CompletableFuture<Object> call(Tuple input) {
            return OPEN.computeIfAbsent(input.get("time"), none -> new CompletableFuture<>());
        }
    }

    @Test
    void watermarksWaitForAnswersToInputsBeforeThem() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events("a")).eventTime("time", Duration.ZERO);
        builder.setBolt(
                        "ask",
                        Bolts.async("time", new Answers(), 10, Duration.ofMinutes(1))
                                .unordered())
                .shuffle("events");
        builder.setBolt("alarms", new Alarms()).fields("ask", "time");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            offer("a0", 100L, 110L);
            test.advance(TICK);
            offer("a0", 200L);
            test.advance(TICK);
            Answers.OPEN.get(110L).complete(110L);
            Answers.OPEN.get(200L).complete(200L);
            assertThat(fired(test)).as("the answer for 100 may come still").isEmpty();
            Answers.OPEN.get(100L).complete(100L);
            assertThat(fired(test)).containsExactly(100L, 110L);
            offer("a0", END);
            assertThat(fired(test)).containsExactly(100L, 110L, 200L);
            assertThat(test.metrics().completed()).isTrue();
        } finally {
            Answers.OPEN.clear();
        }
    }

    @Test
    void watermarksWaitForTheBatchBeforeThem() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", new Events("a")).eventTime("time", Duration.ZERO);
        BatchBolt copy = (batch, out) -> batch.forEach(tuple -> out.emitFor(tuple, tuple.get("time")));
        builder.setBolt("batch", Bolts.batch(Fields.of("time"), 3, 1 << 20, Duration.ofSeconds(20), copy))
                .shuffle("events");
        builder.setBolt("alarms", new Alarms()).fields("batch", "time");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            offer("a0", 100L);
            test.advance(TICK);
            offer("a0", 200L);
            test.advance(TICK);
            assertThat(fired(test)).as("100 is in a batch").isEmpty();
            offer("a0", 300L);
            assertThat(fired(test)).contains(100L, 200L);
            offer("a0", END);
            assertThat(fired(test)).containsExactly(100L, 200L, 300L);
        }
    }

    @Test
    void aFieldThatIsNotDeclaredIsRefused() {
        TopologyBuilder builder = new TopologyBuilder();
        SpoutDeclarer spout = builder.setSpout("events", Spouts.of("word", List.of("a")));
        assertThatThrownBy(() -> spout.eventTime(" ", Duration.ZERO)).isInstanceOf(TopologyException.class);
        spout.eventTime("time", Duration.ofSeconds(-1));
        assertThatThrownBy(builder::build)
                .hasMessageContaining("component 'events': its event time is the field 'time', which it does not"
                        + " declare: it declares word")
                .hasMessageContaining("lateness of -1000 ms");
        spout.eventTime("time", Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE));
        assertThatThrownBy(builder::build)
                .hasMessageContaining("idle after 9223372036854775807 ms: give 0 s to 3,650 d");
    }
}
