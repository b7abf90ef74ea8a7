// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerMemoryTest {

    private static final long MIB = 1 << 20;

    private final Config config = Config.empty()
            .with(TopologyKeys.INBOX_BYTES, 10 * MIB)
            .with(TopologyKeys.OUTBOX_BYTES, 20 * MIB)
            .with(TopologyKeys.MESSAGE_MAX_BYTES, 16 * MIB)
            .with(TopologyKeys.RING_BYTES, 4 * MIB);
    private TaskPlan plan;

    @BeforeEach
    void plan() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", CallSpout.untracked(1, (out, number, context) -> out.emit(number)), 5);
        builder.setBolt("small", TestBolts.pass(), 2).shuffle("source").set(TopologyKeys.INBOX_BYTES.name(), 4 * MIB);
        builder.setBolt("large", TestBolts.pass(), 3).shuffle("source");
        plan = new TaskPlan(builder.build());
    }

    @Test
    void boundsThatExceedTheHeapAreToldInOneLineWithTheirKeys() {
        WorkerMemory alone = WorkerMemory.of(plan, plan.tasks(), config, 2, 0, 0);
        assertThat(alone.warning(58 * MIB)).isEmpty();
        assertThat(alone.warning(57 * MIB))
                .contains(
                        "it may hold 58 MiB of large tuples, but its heap has 57 MiB: 38 MiB in the inboxes of 5 bolt tasks"
                                + " (topology.task.inbox.bytes), 20 MiB in outboxes (topology.outbox.bytes): lower these keys, or"
                                + " raise topology.worker.heap or topology.workers");
    }

    @Test
    void onlyTheTasksOfTheWorkerCount() {
        List<Integer> tasks = plan.tasksOf("small");
        assertThat(WorkerMemory.of(plan, tasks, config, 1, 0, 0).inboxBytes()).isEqualTo(8 * MIB);
    }

    @Test
    void theQueueForFreeTasksCountsWhereTuplesMayWaitInIt() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", CallSpout.untracked(1, (out, number, context) -> out.emit(number)), 1);
        builder.setBolt("work", TestBolts.pass(), 1).firstIdle("source");
        TaskPlan free = new TaskPlan(builder.build());
        Config queue = config.with(TopologyKeys.QUEUE_MEMORY, 30 * MIB).with(TopologyKeys.QUEUE_DISK, 0L);
        WorkerMemory source = WorkerMemory.of(free, free.tasksOf("source"), queue, 1, 0, 0);
        assertThat(source.warning(50 * MIB)).isEmpty();
        assertThat(source.warning(49 * MIB).orElseThrow())
                .contains("30 MiB in queues for free tasks (topology.queue.memory)");
        Config files = queue.with(TopologyKeys.QUEUE_DISK, 100 * MIB);
        assertThat(WorkerMemory.of(free, free.tasksOf("source"), files, 1, 0, 0).queueBytes())
                .as("the other half is outside of the heap")
                .isEqualTo(15 * MIB);
        assertThat(WorkerMemory.of(free, free.tasksOf("work"), queue, 1, 0, 0).queueBytes())
                .isZero();
        assertThat(WorkerMemory.of(plan, plan.tasks(), queue, 1, 0, 0).queueBytes())
                .isZero();
    }

    @Test
    void messagesInPartsCountForEachSenderThatMaySendOne() {
        WorkerMemory beside = WorkerMemory.of(plan, plan.tasks(), config, 2, 3, 0);
        assertThat(beside.assemblyBytes()).isEqualTo(2 * 3 * 16 * MIB);
        assertThat(beside.warning(100 * MIB).orElseThrow())
                .contains("96 MiB of 6 messages that come in parts (topology.message.max.bytes)");
        Config whole = config.with(TopologyKeys.RING_BYTES, 128 * MIB);
        assertThat(WorkerMemory.of(plan, plan.tasks(), whole, 2, 3, 0).assemblyBytes())
                .as("a message fits in one record of the ring")
                .isZero();
        Config little = config.with(TopologyKeys.TRANSPORT_MEMORY, 40 * MIB);
        assertThat(WorkerMemory.of(plan, plan.tasks(), little, 2, 0, 2).assemblyBytes())
                .isEqualTo(32 * MIB);
        assertThat(WorkerMemory.of(plan, plan.tasks(), little, 2, 0, 9).assemblyBytes())
                .isEqualTo(40 * MIB);
    }

    @Test
    void theKeysThatBoundMessagesInPartsAreNamed() {
        Config little = config.with(TopologyKeys.TRANSPORT_MEMORY, 40 * MIB);
        assertThat(warning(little, 0, 2))
                .contains("32 MiB of 2 messages that come in parts (topology.message.max.bytes)");
        assertThat(warning(little, 0, 9))
                .contains("40 MiB of 9 messages that come in parts (topology.transport.memory)");
        assertThat(warning(little, 3, 9))
                .contains("136 MiB of 15 messages that come in parts (topology.message.max.bytes,"
                        + " topology.transport.memory)");
    }

    private String warning(Config bounds, int sendersOfNode, int channels) {
        return WorkerMemory.of(plan, plan.tasks(), bounds, 2, sendersOfNode, channels)
                .warning(MIB)
                .orElseThrow();
    }
}
