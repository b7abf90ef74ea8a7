package io.millrace.cluster.model;

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
 * @param executors of each component
 * @param cost what it takes
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
        List<Spread> executors,
        Cost cost,
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
                executors,
                cost,
                gainPercent,
                reasons);
    }

    /** Whether it would change anything. */
    public boolean changes() {
        return restartsWorkers()
                || executors.stream().anyMatch(spread -> spread.parallelismBefore() != spread.parallelismAfter());
    }

    /** Whether workers start or end for it; else it is done at once. */
    public boolean restartsWorkers() {
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

    /**
     * How many executors run the tasks of a component.
     *
     * @param parallelismBefore most executors that may run them, of which workers can use no more than they have
     * @param executorsBefore executors that run them
     */
    public record Spread(
            String component,
            int tasks,
            int parallelismBefore,
            int parallelismAfter,
            int executorsBefore,
            int executorsAfter) {

        /** Whether anything of it changes. */
        public boolean changes() {
            return parallelismBefore != parallelismAfter || executorsBefore != executorsAfter;
        }
    }

    /** A task that comes to another worker. */
    public record Move(int task, String component, String from, String to, String reason) {}

    /**
     * What a rebalance takes; if workers start or end, all spouts pause too, from the draining of what is under way until the new
     * workers have opened their components.
     *
     * @param tasksMoving tasks that come to another worker
     * @param tasksRestarting others that begin anew in a new process, and so lose what they keep in memory
     */
    public record Cost(int workersStarting, int workersEnding, int tasksMoving, int tasksRestarting) {}

    /** A worker. */
    public record Place(String worker, String node, List<Integer> tasks) {}
}
