// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.config.Config;
import io.millrace.api.config.QueueMemory;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The most bytes of large tuples that a worker may hold on its heap by the bounds of its configuration, to be compared
 * with its heap when it starts.
 *
 * @param inboxes number of the worker's inboxes
 * @param inboxBytes most bytes of its inboxes
 * @param outboxBytes most bytes of its outboxes
 * @param queueBytes most bytes that wait for free tasks on the heap
 * @param assemblies most messages of other workers that may be on their way in parts at the same time
 * @param assemblyBytes most bytes of these messages that may have come
 * @param assemblyKeys keys that bound these bytes
 */
record WorkerMemory(
        int inboxes,
        long inboxBytes,
        long outboxBytes,
        long queueBytes,
        int assemblies,
        long assemblyBytes,
        List<String> assemblyKeys) {

    private static final int MIB_BITS = 20;

    /** The divisor of a ring's size: the ring takes longer messages in parts. */
    private static final int RECORDS_IN_RING = 8;

    /**
     * Adds up the bounds.
     *
     * @param tasks tasks of the worker
     * @param executors number of the worker's executors
     * @param sendersOfNode number of executors of other workers of the node, each of which may send a message in parts
     *     to each executor
     * @param channels number of channels from workers of other nodes to tasks of the worker, each of which may have a
     *     message in parts
     */
    static WorkerMemory of(
            TaskPlan plan, List<Integer> tasks, Config config, int executors, int sendersOfNode, int channels) {
        List<Long> inboxes = tasks.stream()
                .map(plan::specOf)
                .filter(spec -> spec.kind() != ComponentSpec.Kind.SPOUT)
                .map(spec -> config.with(Config.of(spec.settings())).get(TopologyKeys.INBOX_BYTES))
                .toList();
        long messageBytes = config.get(TopologyKeys.MESSAGE_MAX_BYTES);
        boolean whole = messageBytes <= config.get(TopologyKeys.RING_BYTES) / RECORDS_IN_RING;
        int inRings = whole ? 0 : executors * sendersOfNode;
        long inChannels = channels * messageBytes;
        long ofNodes = Math.min(config.get(TopologyKeys.TRANSPORT_MEMORY), inChannels);
        List<String> assemblyKeys = new ArrayList<>();
        if (inRings > 0 || ofNodes == inChannels) {
            assemblyKeys.add(TopologyKeys.MESSAGE_MAX_BYTES.name());
        }
        if (ofNodes < inChannels) {
            assemblyKeys.add(TopologyKeys.TRANSPORT_MEMORY.name());
        }
        return new WorkerMemory(
                inboxes.size(),
                inboxes.stream().mapToLong(Long::longValue).sum(),
                config.get(TopologyKeys.OUTBOX_BYTES),
                hasQueue(plan, tasks) ? config.get(TopologyKeys.QUEUE_MEMORY) - QueueMemory.encoded(config) : 0,
                inRings + channels,
                inRings * messageBytes + ofNodes,
                assemblyKeys);
    }

    /** Returns whether tasks emit to a component that subscribes by {@link Grouping.FirstIdle}. */
    private static boolean hasQueue(TaskPlan plan, List<Integer> tasks) {
        Set<String> sources = tasks.stream().map(plan::componentOf).collect(Collectors.toSet());
        return plan.components().stream()
                .flatMap(component -> component.inputs().stream())
                .anyMatch(input -> input.grouping() instanceof Grouping.FirstIdle && sources.contains(input.source()));
    }

    /** Returns a warning of one line if the sum exceeds a heap. */
    Optional<String> warning(long heapBytes) {
        long sum = inboxBytes + outboxBytes + queueBytes + assemblyBytes;
        if (sum <= heapBytes) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        if (inboxes > 0) {
            parts.add(mib(inboxBytes) + " in the inboxes of " + inboxes + " bolt tasks ("
                    + TopologyKeys.INBOX_BYTES.name() + ")");
        }
        parts.add(mib(outboxBytes) + " in outboxes (" + TopologyKeys.OUTBOX_BYTES.name() + ")");
        if (queueBytes > 0) {
            parts.add(mib(queueBytes) + " in queues for free tasks (" + TopologyKeys.QUEUE_MEMORY.name() + ")");
        }
        if (assemblyBytes > 0) {
            parts.add(mib(assemblyBytes) + " of " + assemblies + " messages that come in parts ("
                    + String.join(", ", assemblyKeys) + ")");
        }
        return Optional.of("it may hold " + mib(sum) + " of large tuples, but its heap has " + mib(heapBytes) + ": "
                + String.join(", ", parts) + ": lower these keys, or raise " + TopologyKeys.WORKER_HEAP.name() + " or "
                + TopologyKeys.WORKERS.name());
    }

    private static String mib(long bytes) {
        return (bytes >> MIB_BITS) + " MiB";
    }
}
