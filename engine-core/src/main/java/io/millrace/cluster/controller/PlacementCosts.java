package io.millrace.cluster.controller;

import io.millrace.cluster.registry.WorkerPlan;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.scheduler.model.HopCosts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a topology's messages cost wherever its tasks run, and what it costs to stop it, both as delay; pure.
 *
 * @param messagesPerSecond by pair of tasks
 * @param sourceMessagesPerSecond those of them that spout tasks send
 * @param pauseSeconds how long sources are expected to pause while tasks move
 */
record PlacementCosts(Map<TaskPair, Long> messagesPerSecond, double sourceMessagesPerSecond, double pauseSeconds) {

    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * Of one placement.
     *
     * @param microsPerSecond messages per second times what their hops cost
     * @param crossShare of the messages that cross between nodes, 0 to 1
     */
    record Hops(double microsPerSecond, double crossShare) {}

    /** The same figures as the scheduler's for nodes of one region. */
    Hops of(List<WorkerPlan> workers) {
        Map<Integer, WorkerPlan> workerOf = new HashMap<>();
        workers.forEach(plan -> plan.tasks().forEach(task -> workerOf.put(task, plan)));
        double micros = 0;
        double all = 0;
        double crossing = 0;
        for (Map.Entry<TaskPair, Long> entry : messagesPerSecond.entrySet()) {
            WorkerPlan from = workerOf.get(entry.getKey().source());
            WorkerPlan to = workerOf.get(entry.getKey().target());
            all += entry.getValue();
            if (!from.node().equals(to.node())) {
                crossing += entry.getValue();
                micros += entry.getValue() * HopCosts.BETWEEN_NODES_MICROS;
            } else {
                micros += entry.getValue()
                        * (from.worker().equals(to.worker()) ? HopCosts.SAME_WORKER_MICROS : HopCosts.SAME_NODE_MICROS);
            }
        }
        return new Hops(micros, all == 0 ? 0 : crossing / all);
    }

    /** What is due while sources pause waits for half of that time on average. */
    double pauseMicros() {
        return sourceMessagesPerSecond * pauseSeconds * pauseSeconds / 2 * MICROS_PER_SECOND;
    }
}
