// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tuples for every task of a component, by every kind of link, with room and without. */
@Timeout(30)
class AllGroupingTest {

    private static final int TUPLES = 500;
    private static final int TASKS = 6;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"1, 1, 1024", "1, 3, 1", "2, 1, 1024", "2, 2, 1", "3, 1, 4", "5, 2, 1"})
    void everyTaskGetsEachTupleOnceAndAllIsCounted(int workers, int executors, int inbox) {
        String test = "all-" + workers + "-" + executors + "-" + inbox;
        Journal journal = Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout(test, TUPLES, true));
        builder.setBolt("pass", TestBolts.pass(), TASKS).all("numbers");
        builder.setBolt(
                        "sink",
                        TestBolts.full((input, out, context) -> {
                            Journal.of(test).seen.add(context.taskId() * 10_000 + input.getInt(0));
                            out.ack(input);
                        }),
                        TASKS)
                .all("pass");
        SteppedTopologyBuilder stepped = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.INBOX, inbox).with(TopologyKeys.RING_BYTES, 1L << 16))
                .executors(executors);
        if (workers > 1) {
            stepped.workers(workers, directory);
        }
        try (SteppedTopology topology = stepped.start()) {
            assertThat(topology.runUntil(topology::completed, Duration.ofMinutes(10)))
                    .isTrue();
            long sent = 0;
            long received = 0;
            for (WorkerSnapshot worker : topology.snapshots()) {
                sent += worker.links().total();
                received += worker.exchange().received().total();
                assertThat(worker.dropped()).isZero();
            }
            assertThat(journal.failed).isEmpty();
            assertThat(received).isEqualTo(sent);
            assertThat(sent).isEqualTo(TUPLES * TASKS + TUPLES * TASKS * TASKS);
        }
        assertThat(journal.acked).hasSize(TUPLES);
        assertThat(journal.seen).hasSize(TUPLES * TASKS * TASKS);
        int task = 2 + TASKS;
        Map<Object, Long> times =
                journal.seen.stream().collect(Collectors.groupingBy(each -> each, Collectors.counting()));
        assertThat(IntStream.range(0, TUPLES).map(number -> task * 10_000 + number))
                .allMatch(value -> times.getOrDefault(value, 0L) == TASKS);
    }

    /** A list that counts its iterations: to be checked, to be measured, and to be written. */
    private static final class CountingList extends AbstractList<Object> {

        private static final AtomicInteger LOOKS = new AtomicInteger();

        @Override
        public Object get(int index) {
            LOOKS.incrementAndGet();
            return "value";
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 3", "2, 2, 4", "3, 1, 3"})
    void whatGoesToManyTasksIsEncodedOnceAndItsSizeForQueuesEstimatedOnce(int workers, int executors, int looks) {
        String test = "encoded-" + workers + "-" + executors;
        Journal journal = Journal.fresh(test);
        CountingList.LOOKS.set(0);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout(test, 1, true));
        builder.setBolt(
                        "pass",
                        TestBolts.full(
                                (input, out, context) -> {
                                    out.emit(input, new CountingList());
                                    out.ack(input);
                                },
                                "value"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test), 4 * TASKS).all("pass");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .executors(executors)
                .workers(workers, directory)
                .start()) {
            assertThat(topology.runUntil(topology::completed, Duration.ofMinutes(1)))
                    .isTrue();
        }
        assertThat(journal.acked).hasSize(1);
        assertThat(CountingList.LOOKS).hasValue(looks);
    }
}
