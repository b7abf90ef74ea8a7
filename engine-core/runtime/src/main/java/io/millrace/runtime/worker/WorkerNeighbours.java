// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.plan.ExecutorPlan;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The other workers of the topology, as a worker's specification describes them. Immutable. */
final class WorkerNeighbours {

    private static final int SPARE_PEERS = 8;

    private final WorkerSpec spec;
    private final TaskGraph graph;

    WorkerNeighbours(WorkerSpec spec, TaskGraph graph) {
        this.spec = spec;
        this.graph = graph;
    }

    boolean isHere(int task) {
        return spec.worker().equals(spec.workerOf(task));
    }

    /** Returns how much memory a worker with this number of executors needs for these tasks. */
    WorkerMemory memory(List<Integer> tasks, int executorsHere) {
        int senders = 0;
        int channels = 0;
        for (Map.Entry<String, List<Integer>> other : tasksOfOthers().entrySet()) {
            if (spec.reachesByRings(spec.placement().nodeOfWorker().get(other.getKey()))) {
                senders += ExecutorPlan.of(spec.topology(), other.getValue(), spec.executors())
                        .executors()
                        .size();
            } else {
                channels += tasks.size();
            }
        }
        return WorkerMemory.of(graph.tasks(), tasks, spec.config(), executorsHere, senders, channels);
    }

    private Map<String, List<Integer>> tasksOfOthers() {
        return graph.tasks().tasks().stream()
                .filter(task -> !isHere(task) && spec.workerOf(task) != null)
                .collect(Collectors.groupingBy(spec::workerOf));
    }

    /** Refuses other workers on the node of a worker that has no directory in shared memory. */
    void requireAlone() {
        for (String worker : spec.placement().workerOfTask().values()) {
            if (!worker.equals(spec.worker())
                    && spec.reachesByRings(spec.placement().nodeOfWorker().get(worker))) {
                throw new TopologyException(
                        "worker " + spec.worker() + " has no directory in shared memory, but worker " + worker
                                + " runs on the same node: give each a directory");
            }
        }
    }

    /**
     * Returns the most peers: a rebalancing may add workers, some of which start before those that they replace have
     * ended. Services are counted too.
     */
    int mostPeers() {
        int dormant = graph.tasks().dormant().size();
        int workers =
                needsNet() || mayGrow() ? 2 * spec.placement().nodeOfWorker().size() + dormant + SPARE_PEERS : 0;
        return workers + (spec.net() == null ? 0 : NetEnds.SHOWN_SERVICES);
    }

    /** Refuses a worker without a transport that reaches others by connections. */
    void requireNet() {
        if (spec.net() == null) {
            throw new TopologyException("worker " + spec.worker() + " has no settings for a transport, but "
                    + (spec.linksByRings()
                            ? "its topology spans nodes"
                            : TopologyKeys.NODE_LINK.name() + " says that it reaches others over TCP")
                    + ": give it some");
        }
    }

    /** Returns whether it reaches others by connections: those of other nodes, and without rings all. */
    boolean needsNet() {
        return spec.placement().workerOfTask().values().stream()
                .anyMatch(worker -> !worker.equals(spec.worker())
                        && !spec.reachesByRings(spec.placement().nodeOfWorker().get(worker)));
    }

    /** Returns whether others may come while this one runs which it must be able to reach by connections then. */
    boolean mayGrow() {
        return spec.directory() != null
                && (!spec.linksByRings() || !graph.tasks().dormant().isEmpty());
    }
}
