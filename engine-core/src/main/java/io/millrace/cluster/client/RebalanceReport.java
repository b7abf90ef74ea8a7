package io.millrace.cluster.client;

import java.util.List;

/**
 * What a rebalance changes.
 *
 * @param number names it within its topology; 0 if it was not begun: for a dry run, or because there is nothing to change
 * @param isTrafficMeasured whether traffic and load were counted; else every pair of tasks that may talk counted the same
 * @param moves tasks that come to another worker
 * @param restarts tasks that stay with their neighbours and on their node, but in a new process
 * @param starting workers that are started for it
 * @param ending workers that end with it
 * @param staying workers that are not touched
 * @param gainPercent by how much less its messages' hops cost, of what they cost now
 * @param reasons why, and what it costs, a line each
 */
public record RebalanceReport(
        String topology,
        long number,
        String algorithm,
        boolean isTrafficMeasured,
        Figures before,
        Figures after,
        List<Move> moves,
        List<Integer> restarts,
        List<Place> starting,
        List<Place> ending,
        List<Place> staying,
        double gainPercent,
        List<String> reasons) {

    /** This, begun under a number. */
    public RebalanceReport begun(long as) {
        return new RebalanceReport(
                topology,
                as,
                algorithm,
                isTrafficMeasured,
                before,
                after,
                moves,
                restarts,
                starting,
                ending,
                staying,
                gainPercent,
                reasons);
    }

    /** Whether it would change anything. */
    public boolean changes() {
        return !starting.isEmpty() || !ending.isEmpty();
    }

    /**
     * How good a placement is.
     *
     * @param cutShare of the messages that cross between nodes
     * @param workerShare of the messages within nodes that stay inside a worker
     * @param hopMicrosPerSecond messages per second times what their hops cost in microseconds
     * @param meanHopMicros of a message
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

    /** A task that comes to another worker. */
    public record Move(int task, String component, String from, String to, String reason) {}

    /** A worker. */
    public record Place(String worker, String node, List<Integer> tasks) {}
}
