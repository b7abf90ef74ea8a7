// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.rebalance;

import io.millrace.api.json.Inline;
import java.util.List;

/**
 * The changes and the cost of a rebalance.
 *
 * @param number identifies it within its topology; 0 if it did not start, after a dry run or because nothing changes
 * @param executors the numbers of executors of each component
 */
public record RebalanceReport(
        String topology,
        long number,
        @Inline Placement placement,
        @Inline Tasks tasks,
        @Inline Workers workers,
        List<Spread> executors,
        @Inline Judgement judgement) {

    /**
     * How the scheduler placed the tasks.
     *
     * @param isTrafficMeasured whether traffic and load were measured; otherwise all connected pairs of tasks have the
     *     same weight
     */
    public record Placement(String algorithm, boolean isTrafficMeasured, Figures before, Figures after) {}

    /**
     * The tasks that it concerns.
     *
     * @param moves tasks that change to another worker
     * @param restarts tasks that stay on their node with the same neighbours, but start again in a new process
     */
    public record Tasks(List<Move> moves, List<Integer> restarts) {}

    /**
     * The topology's workers, before and after.
     *
     * @param starting workers that start
     * @param ending workers that end
     * @param staying workers that do not change
     * @param regrouping workers that stay in their processes, and form their executors anew
     */
    public record Workers(List<Place> starting, List<Place> ending, List<Place> staying, List<Place> regrouping) {}

    /**
     * What it costs and what it is worth.
     *
     * @param cost the cost of the rebalance
     * @param gainPercent the reduction of hop cost in percent of the current hop cost
     * @param reasons reasons and cost, one line each
     */
    public record Judgement(Cost cost, double gainPercent, List<String> reasons) {}

    public RebalanceReport begun(long as) {
        return new RebalanceReport(topology, as, placement, tasks, workers, executors, judgement);
    }

    public boolean changes() {
        return restartsWorkers()
                || executors.stream().anyMatch(spread -> spread.parallelismBefore() != spread.parallelismAfter());
    }

    /** Whether workers start, end, or form their executors anew; otherwise the rebalance is done at once. */
    public boolean restartsWorkers() {
        return !workers.starting().isEmpty()
                || !workers.ending().isEmpty()
                || !workers.regrouping().isEmpty();
    }

    /**
     * The quality of a placement.
     *
     * @param cutShare the share of messages between nodes
     * @param workerShare the share of the messages within nodes that stay inside a worker
     * @param hopMicrosPerSecond the sum over all messages of a second of the cost of their hops in microseconds
     * @param meanHopMicros mean cost of a message's hop in microseconds
     * @param nodeImbalance the busiest node's load over its fair share
     * @param workerImbalance the busiest worker's load over the mean of its node
     */
    public record Figures(
            long messagesPerSecond,
            double cutShare,
            double workerShare,
            double hopMicrosPerSecond,
            double meanHopMicros,
            double nodeImbalance,
            double workerImbalance,
            int workers) {}

    /**
     * The number of executors that run the tasks of a component.
     *
     * @param parallelismBefore the maximum of executors for the component
     * @param executorsBefore executors that run them
     */
    public record Spread(
            String component,
            int tasks,
            int parallelismBefore,
            int parallelismAfter,
            int executorsBefore,
            int executorsAfter) {

        public boolean changes() {
            return parallelismBefore != parallelismAfter || executorsBefore != executorsAfter;
        }
    }

    public record Move(int task, String component, String from, String to, String reason) {}

    /**
     * The cost of a rebalance. If workers start or end, all spouts also pause, from the draining of tuples in flight
     * until the new workers have opened their components.
     *
     * @param tasksMoving tasks that change to another worker
     * @param tasksRestarting other tasks that start again in a new process, and lose their state in memory if
     *     the topology takes no snapshots
     */
    public record Cost(int workersStarting, int workersEnding, int tasksMoving, int tasksRestarting) {}

    /** A worker. */
    public record Place(String worker, String node, List<Integer> tasks) {}
}
