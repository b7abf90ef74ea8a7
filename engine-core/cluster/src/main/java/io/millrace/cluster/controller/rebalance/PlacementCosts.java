// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import io.millrace.cluster.controller.placement.Distances;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.runtime.plan.TaskPair;
import io.millrace.scheduler.model.HopCosts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of a topology's messages for a placement, and the cost of a pause, both as delay; pure.
 *
 * @param messagesPerSecond the rate of messages by pair of tasks
 * @param sourceMessagesPerSecond the part of these rates that spout tasks send
 * @param pauseSeconds the expected pause of sources during a move
 * @param distances between the nodes of the placements
 */
record PlacementCosts(
        Map<TaskPair, Long> messagesPerSecond,
        double sourceMessagesPerSecond,
        double pauseSeconds,
        Distances distances) {

    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * The costs of one placement.
     *
     * @param microsPerSecond the sum over all messages of a second of the cost of their hops in microseconds
     * @param crossShare the share of messages between nodes, 0 to 1
     */
    record Hops(double microsPerSecond, double crossShare) {}

    /** Returns the costs of a placement by the scheduler's hop costs. */
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
                micros += entry.getValue() * distances.betweenNodesMicros(from.node(), to.node());
            } else {
                micros += entry.getValue()
                        * (from.worker().equals(to.worker()) ? HopCosts.SAME_WORKER_MICROS : HopCosts.SAME_NODE_MICROS);
            }
        }
        return new Hops(micros, all == 0 ? 0 : crossing / all);
    }

    /** Returns the cost of the pause: a source message that is due during it waits for half of it on average. */
    double pauseMicros() {
        return sourceMessagesPerSecond * pauseSeconds * pauseSeconds / 2 * MICROS_PER_SECOND;
    }
}
