package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.plan.TaskPlan;
import org.junit.jupiter.api.Test;

class InboxMemoryTest {

    private static final long MIB = 1 << 20;

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void inboxesThatExceedTheHeapAreToldInOneLine() {
        builder.setSpout("source", CallSpout.untracked(1, (out, number, context) -> out.emit(number)), 5);
        builder.setBolt("small", TestBolts.pass(), 2).shuffle("source").set(TopologyKeys.INBOX_BYTES.name(), 4 * MIB);
        builder.setBolt("large", TestBolts.pass(), 3).shuffle("source");
        TaskPlan plan = new TaskPlan(builder.build());
        Config config = Config.empty().with(TopologyKeys.INBOX_BYTES, 10 * MIB);

        assertThat(InboxMemory.warning(plan, plan.tasks(), config, 38 * MIB)).isEmpty();
        assertThat(InboxMemory.warning(plan, plan.tasks(), config, 37 * MIB))
                .contains("the inboxes of its 5 bolt tasks may hold 38 MiB of large tuples, but its heap has 37 MiB:"
                        + " lower topology.task.inbox.bytes, or raise topology.worker.heap or topology.workers");
        assertThat(InboxMemory.warning(plan, plan.tasksOf("small"), config, 37 * MIB))
                .isEmpty();
    }
}
