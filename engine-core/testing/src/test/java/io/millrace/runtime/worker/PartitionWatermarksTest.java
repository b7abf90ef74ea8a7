// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The event time of a task that reads several partitions. */
@Timeout(60)
class PartitionWatermarksTest {

    private static final Map<Integer, Queue<Consumer<SpoutCollector>>> STEPS = new ConcurrentHashMap<>();
    private static final Duration TICK = Duration.ofMillis(120);

    @AfterEach
    void forget() {
        STEPS.clear();
    }

    /** A spout whose tasks do what the test says. */
    private static final class Scripted implements Spout {

        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;
        private transient Queue<Consumer<SpoutCollector>> steps;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            steps = STEPS.computeIfAbsent(context.taskIndex(), none -> new ArrayDeque<>());
        }

        @Override
        public void nextTuple() {
            Consumer<SpoutCollector> step = steps.poll();
            if (step != null) {
                step.accept(out);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "time");
        }
    }

    private static TopologyTest start(int tasks, Consumer<SpoutDeclarer> eventTime) {
        TopologyBuilder builder = new TopologyBuilder();
        eventTime.accept(builder.setSpout("events", new Scripted(), tasks));
        builder.setBolt("alarms", new WatermarksTest.Alarms()).fields("events", "key");
        return TopologyTest.of(builder.build()).start();
    }

    private static void partitions(int task, int... partitions) {
        STEPS.get(task).add(out -> out.eventTimePartitions(partitions));
    }

    private static void emit(int task, int partition, long... times) {
        STEPS.get(task).add(out -> out.eventTimePartition(partition));
        for (long time : times) {
            STEPS.get(task).add(out -> out.emit("key", time));
        }
    }

    private static List<Object> fired(TopologyTest test) {
        test.advance(TICK);
        return test.output("alarms").stream().map(tuple -> tuple.get(0)).toList();
    }

    @Test
    void aPartitionThatIsReadFasterDoesNotMakeTuplesOfOthersLate() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ofMillis(10)))) {
            partitions(0, 3, 7);
            emit(0, 3, 100, 900, 5_000);
            assertThat(fired(test)).as("partition 7 has told nothing").isEmpty();
            emit(0, 7, 90, 120);
            assertThat(fired(test)).containsExactly(90L, 100L);
            emit(0, 7, 115, 1_000);
            assertThat(fired(test)).containsExactly(90L, 100L, 115L, 120L, 900L);
        }
    }

    @Test
    void anIdlePartitionIsLeftOutUntilItEmits() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ZERO, Duration.ofSeconds(1)))) {
            partitions(0, 0, 1);
            emit(0, 0, 100, 200);
            assertThat(fired(test)).isEmpty();
            test.advance(Duration.ofMillis(700));
            emit(0, 0, 300);
            assertThat(fired(test)).isEmpty();
            test.advance(Duration.ofMillis(200));
            assertThat(fired(test)).containsExactly(100L, 200L);
            emit(0, 1, 250);
            emit(0, 0, 400, 500);
            assertThat(fired(test)).as("time does not go back").containsExactly(100L, 200L, 250L);
            emit(0, 1, 450);
            assertThat(fired(test)).containsExactly(100L, 200L, 250L, 300L, 400L);
        }
    }

    @Test
    void aPartitionWithMoreToEmitIsNotIdle() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ZERO, Duration.ofSeconds(1)))) {
            partitions(0, 0, 1);
            STEPS.get(0).add(out -> out.eventTimeBacklog(0, 1));
            emit(0, 0, 100, 200);
            test.advance(Duration.ofSeconds(5));
            assertThat(fired(test)).as("it is not the turn of partition 1").isEmpty();
            emit(0, 1, 50, 150);
            assertThat(fired(test)).containsExactly(50L, 100L);
            STEPS.get(0).add(out -> out.eventTimeBacklog(0));
            assertThat(fired(test)).containsExactly(50L, 100L);
            test.advance(Duration.ofSeconds(1));
            assertThat(fired(test)).as("partition 1 is idle").containsExactly(50L, 100L, 150L);
        }
    }

    @Test
    void whenThereAreNoPartitionsAnyMoreTheLatestTimeOfAllCounts() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ZERO))) {
            partitions(0, 0, 1);
            emit(0, 0, 100, 300);
            emit(0, 1, 150);
            assertThat(fired(test)).containsExactly(100L);
            partitions(0, 1);
            assertThat(fired(test)).containsExactly(100L);
            partitions(0);
            assertThat(fired(test)).containsExactly(100L, 150L);
        }
    }

    @Test
    void onePartitionAfterTheOtherIsAddedAndRemoved() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ZERO))) {
            STEPS.get(0).add(out -> out.addEventTimePartition(9, false));
            partitions(0, 0, 1);
            emit(0, 0, 100, 300);
            emit(0, 1, 150);
            assertThat(fired(test)).as("there is no partition 9").containsExactly(100L);
            STEPS.get(0).add(out -> out.addEventTimePartition(2, true));
            STEPS.get(0).add(out -> out.removeEventTimePartition(1));
            assertThat(fired(test)).as("partition 2 has told nothing").containsExactly(100L);
            emit(0, 2, 200);
            assertThat(fired(test)).containsExactly(100L, 150L);
            STEPS.get(0).add(out -> out.removeEventTimePartition(2));
            assertThat(fired(test)).containsExactly(100L, 150L, 200L);
        }
    }

    @Test
    void whatComesFromNoPartitionMovesNoEventTime() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ZERO))) {
            partitions(0, 0);
            emit(0, -1, 900);
            emit(0, 0, 100, 200);
            assertThat(fired(test)).containsExactly(100L);
        }
    }

    @Test
    void theLastPartitionThatBecomesIdleTellsHowFarItHasCome() {
        try (TopologyTest test = start(2, spout -> spout.eventTime("time", Duration.ZERO, Duration.ofSeconds(1)))) {
            partitions(0, 0, 1);
            emit(0, 0, 100, 200);
            emit(0, 1, 150);
            partitions(1, 5);
            emit(1, 5, 1_000);
            assertThat(fired(test)).containsExactly(100L);
            test.advance(Duration.ofMillis(800));
            emit(1, 5, 2_000);
            test.advance(Duration.ofMillis(400));
            assertThat(fired(test)).as("task 0 is idle").containsExactly(100L, 150L, 200L, 1_000L);
        }
    }

    @Test
    void aTaskWithoutPartitionsHoldsNobodyUp() {
        try (TopologyTest test = start(2, spout -> spout.eventTime("time", Duration.ZERO))) {
            partitions(0, 0, 1);
            emit(0, 0, 100, 200);
            emit(0, 1, 150);
            assertThat(fired(test)).as("the other task has told nothing").isEmpty();
            partitions(1);
            assertThat(fired(test)).containsExactly(100L);
            partitions(0, 0);
            assertThat(fired(test)).as("partition 1 is gone").containsExactly(100L, 150L);
            partitions(1, 9);
            emit(1, 9, 260);
            assertThat(fired(test)).containsExactly(100L, 150L);
            emit(0, 0, 300);
            assertThat(fired(test)).containsExactly(100L, 150L, 200L);
            emit(0, 0, 400);
            assertThat(fired(test)).as("task 1 is at 260").containsExactly(100L, 150L, 200L);
        }
    }

    @Test
    void aPartitionThatWasNotNamedIsAnError() {
        try (TopologyTest test = start(1, spout -> spout.eventTime("time", Duration.ZERO))) {
            emit(0, 1);
            partitions(0, 1);
            emit(0, 2);
            emit(0, 1, 100, 200);
            assertThat(fired(test)).containsExactly(100L);
            assertThat(test.errors("events")).hasSize(2);
            assertThat(test.metrics().sum("events", TaskMetrics::errors)).isEqualTo(2);
        }
    }
}
