package io.millrace.runtime.worker;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import java.util.Optional;

/** Compares what the inboxes of a worker may hold with its heap, when it starts. */
final class InboxMemory {

    private static final int MIB_BITS = 20;

    private InboxMemory() {}

    /**
     * Returns a warning of one line if the inboxes may hold more than the heap.
     *
     * @param tasks of the worker
     * @param config of the topology
     * @param heapBytes the most that the heap may have
     */
    static Optional<String> warning(TaskPlan plan, List<Integer> tasks, Config config, long heapBytes) {
        List<Long> inboxes = tasks.stream()
                .map(plan::specOf)
                .filter(spec -> spec.kind() != ComponentSpec.Kind.SPOUT)
                .map(spec -> config.with(Config.of(spec.settings())).get(TopologyKeys.INBOX_BYTES))
                .toList();
        long sum = inboxes.stream().mapToLong(Long::longValue).sum();
        return sum <= heapBytes
                ? Optional.empty()
                : Optional.of("the inboxes of its " + inboxes.size() + " bolt tasks may hold " + (sum >> MIB_BITS)
                        + " MiB of large tuples, but its heap has " + (heapBytes >> MIB_BITS) + " MiB: lower "
                        + TopologyKeys.INBOX_BYTES.name() + ", or raise " + TopologyKeys.WORKER_HEAP.name() + " or "
                        + TopologyKeys.WORKERS.name());
    }
}
