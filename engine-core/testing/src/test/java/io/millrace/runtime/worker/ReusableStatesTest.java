// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When all go back to a snapshot, tasks of workers that live read their states only if these have changed since. */
@Timeout(60)
public class ReusableStatesTest {

    private static final int KEYS = 20;
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5));

    /** The number of numbers that the source has at present. */
    private static volatile long limit;

    /** The last total of each key. */
    private static final Map<Long, Long> TOTALS = new ConcurrentHashMap<>();

    /** The counts and sums of each window. */
    private static final Map<List<Long>, List<List<Long>>> ENDS = new ConcurrentHashMap<>();

    /** The number of totals that were read from snapshots. */
    private static final AtomicInteger READ = new AtomicInteger();

    /** A sum. */
    public record Total(long sum) {}

    /** A codec that counts the totals that it reads. */
    public static final class TotalCodec implements ValueCodec<Total> {

        @Override
        public void write(Total total, ValueOutput out) {
            out.writeLong(total.sum);
        }

        @Override
        public Total read(ValueInput in) {
            READ.incrementAndGet();
            return new Total(in.readLong());
        }
    }

    private static final class Numbers implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < limit) {
                out.emit(next % KEYS, next, next);
                next++;
            }
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number", "time");
        }
    }

    private static final class Totals implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Total>> TOTAL = StateSpec.value("total", Total.class);

        private transient ValueState<Total> total;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(TOTAL);
        }

        @Override
        public void prepare(TaskContext context) {
            total = context.state(TOTAL);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            Total before = total.get();
            Total now = new Total((before == null ? 0 : before.sum) + input.getLong(1));
            total.set(now);
            TOTALS.put(input.getLong(0), now.sum);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    /** Notes windows by key and begin. */
    private static final class Ends implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {
            ENDS.computeIfAbsent(List.of(input.getLong(0), input.getLong(1)), none -> new CopyOnWriteArrayList<>())
                    .add(List.of(input.getLong(3), input.getLong(4)));
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}
    }

    @BeforeEach
    void begin() {
        ENDS.clear();
        limit = 0;
        TOTALS.clear();
        READ.set(0);
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setBolt("totals", new Totals(), 3).fields("numbers", "key");
        builder.codec(Total.class, TotalCodec.class);
        return builder.build();
    }

    private static SteppedTopology start() {
        return SteppedTopology.of(topology())
                .config(CONFIG)
                .workers(2)
                .executors(2)
                .start();
    }

    private static void counted(SteppedTopology running, long numbers) {
        limit = numbers;
        assertThat(running.runUntil(() -> TOTALS.equals(expected(numbers)), Duration.ofMinutes(1)))
                .as("totals of %d numbers, not %s", numbers, TOTALS)
                .isTrue();
    }

    private static Map<Long, Long> expected(long numbers) {
        Map<Long, Long> totals = new ConcurrentHashMap<>();
        for (long number = 0; number < numbers; number++) {
            totals.merge(number % KEYS, number, Long::sum);
        }
        return totals;
    }

    /** Kills and restarts a worker, which has the spout of some numbers, and the totals of the others. */
    private static void killAndRestart(SteppedTopology running, String worker) {
        running.kill(worker);
        running.restart(worker);
    }

    private static void snapshots(SteppedTopology running, int count) {
        for (int i = 0; i < count; i++) {
            running.snapshot();
        }
    }

    @Test
    void statesThatHaveNotChangedSinceTheSnapshotAreNotRead() {
        try (SteppedTopology running = start()) {
            counted(running, 200);
            snapshots(running, 2);
            killAndRestart(running, "w1");
            counted(running, 201);
            int readByOne = READ.getAndSet(0);

            snapshots(running, 2);
            killAndRestart(running, "w2");
            counted(running, 202);
            int readByTwo = READ.get();

            assertThat(readByOne + readByTwo)
                    .as("each worker that was killed has read its own")
                    .isEqualTo(KEYS);
            assertThat(readByOne).isPositive();
            assertThat(readByTwo).isPositive();

            // The kept states go on as states should
            snapshots(running, 2);
            killAndRestart(running, "w1");
            killAndRestart(running, "w2");
            counted(running, 400);
        }
    }

    /** Windows of ten numbers of each key. Their timers are not in snapshots. */
    @Test
    void windowsThatAreKeptEndOnceAndWithAllTheirInputs() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers()).eventTime("time", Duration.ZERO);
        builder.setBolt(
                        "windows",
                        Bolts.window(Windows.tumbling(Duration.ofMillis(10L * KEYS)), "key")
                                .eventTime("time")
                                .aggregate("count", Aggregates.count())
                                .aggregate("sum", Aggregates.sum("number")),
                        3)
                .fields("numbers", "key");
        builder.setBolt("sink", new Ends()).shuffle("windows");
        try (SteppedTopology running = SteppedTopology.of(builder.build())
                .config(CONFIG.with(TopologyKeys.WATERMARK_INTERVAL, Duration.ofMillis(1)))
                .workers(2)
                .executors(2)
                .start()) {
            for (long numbers = 170; numbers < 2_000; numbers += 170) {
                limit = numbers;
                long ended = (numbers - 1) / (10 * KEYS) * KEYS;
                assertThat(running.runUntil(() -> ENDS.size() >= ended, Duration.ofMinutes(1)))
                        .as("%d windows have ended, not %d", ended, ENDS.size())
                        .isTrue();
                snapshots(running, 2);
                killAndRestart(running, numbers / 170 % 2 == 0 ? "w1" : "w2");
                snapshots(running, 1);
            }
        }
        assertThat(ENDS.values()).allMatch(sums -> sums.size() == 1);
        ENDS.forEach((window, sums) -> {
            long first = window.get(1) + window.get(0);
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += first + (long) i * KEYS;
            }
            assertThat(sums).containsExactly(List.of(10L, sum));
        });
    }

    @Test
    void statesThatHaveChangedAreRead() {
        try (SteppedTopology running = start()) {
            counted(running, 200);
            snapshots(running, 2);
            counted(running, 200 + KEYS);
            killAndRestart(running, "w1");
            counted(running, 300);
            assertThat(READ.get()).isEqualTo(KEYS);
        }
    }
}
