// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import io.millrace.api.json.Inline;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The metrics of a topology. Counts of a worker begin again at 0 when the worker is restarted.
 *
 * @param completed whether all spout tasks have finished and no tuple is in flight
 * @param snapshots the counts of snapshots; null if the topology takes none, or they are not known
 */
public record TopologyMetrics(
        String topology,
        boolean completed,
        @Inline Work work,
        @Inline Exchange exchange,
        @Inline Latencies latencies,
        SnapshotMetrics snapshots,
        @Inline Sites sites) {

    /**
     * The workers, tasks and executors of a topology.
     *
     * @param executors all executors of all workers
     */
    public record Work(List<WorkerMetrics> workers, List<TaskMetrics> tasks, List<ExecutorMetrics> executors) {}

    /**
     * The traffic between tasks.
     *
     * @param peers every pair of workers on different nodes that were connected
     * @param edges every pair of tasks that a stream connects
     * @param stages the stages of sampled tuples, in the order of the topology and of {@link Stage}
     */
    public record Exchange(
            List<PeerMetrics> peers, List<EdgeMetrics> edges, List<StageMetrics> stages, LinkCounts links) {

        public static final Exchange NONE = new Exchange(List.of(), List.of(), List.of(), LinkCounts.NONE);
    }

    /**
     * The latencies from end to end.
     *
     * @param endToEnd the time from the intended emit time of a tuple to the end of {@code execute} in a component
     *     without outputs
     * @param recentEndToEnd same as {@code endToEnd}, over the last one or two seconds in which metrics were read
     */
    public record Latencies(LatencySummary endToEnd, LatencySummary recentEndToEnd) {

        public static final Latencies NONE = new Latencies(LatencySummary.NONE, LatencySummary.NONE);
    }

    /**
     * The traffic between regions.
     *
     * @param channels the channels between tasks in different regions, in the order of their tasks
     * @param multicasts the copies that several tasks of another region get, in the order of their source tasks
     */
    public record Sites(List<ChannelMetrics> channels, List<MulticastMetrics> multicasts) {

        /** The traffic of a topology in one region. */
        public static final Sites NONE = new Sites(List.of(), List.of());

        public Sites {
            // A controller of an earlier version does not tell
            channels = channels == null ? List.of() : channels;
            multicasts = multicasts == null ? List.of() : multicasts;
        }
    }

    private static final int MOST_NAMED = 2;

    public List<WorkerMetrics> workers() {
        return work.workers();
    }

    public List<TaskMetrics> tasks() {
        return work.tasks();
    }

    public List<ExecutorMetrics> executors() {
        return work.executors();
    }

    public List<PeerMetrics> peers() {
        return exchange.peers();
    }

    public List<EdgeMetrics> edges() {
        return exchange.edges();
    }

    public List<StageMetrics> stages() {
        return exchange.stages();
    }

    public LinkCounts links() {
        return exchange.links();
    }

    public LatencySummary endToEnd() {
        return latencies.endToEnd();
    }

    public LatencySummary recentEndToEnd() {
        return latencies.recentEndToEnd();
    }

    public List<ChannelMetrics> channels() {
        return sites.channels();
    }

    public List<MulticastMetrics> multicasts() {
        return sites.multicasts();
    }

    /**
     * Returns the bound of the error of the clock offset between two nodes: the largest of all peers; 0 without peers.
     * A latency that crosses nodes contains this error once for each crossing.
     */
    public long clockErrorNanos() {
        return peers().stream()
                .mapToLong(peer -> peer.get(PeerFigure.CLOCK_ERROR_NANOS))
                .max()
                .orElse(0);
    }

    /**
     * Returns the sum of a metric over the tasks of a component, such as {@code sum("count", TaskMetrics::executed)}.
     */
    public long sum(String component, ToLongFunction<TaskMetrics> of) {
        return tasks().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }

    /** Returns the spout tasks that stand still because of their pending trees, with the bolts that hold them. */
    public List<StuckSpout> stuckSpouts() {
        return StuckSpout.of(tasks());
    }

    /** Returns the results bolts whose tuples wait for a subscription. */
    public List<AwaitedSubscription> awaitedSubscriptions() {
        return AwaitedSubscription.of(tasks());
    }

    /** Returns one line that names the connections between workers that are down, and why; empty if all are up. */
    public List<CutLink> cutLinks(Duration least) {
        return CutLink.of(peers(), least);
    }

    /** Returns the sum of one of a component's own counters over its tasks; 0 if it has no counter of this name. */
    public String brokenConnections() {
        List<String> broken = peers().stream()
                .filter(peer -> !peer.connected())
                .map(PeerMetrics::brokenLine)
                .sorted()
                .toList();
        String more = broken.size() > MOST_NAMED ? " and " + (broken.size() - MOST_NAMED) + " more like it" : "";
        return broken.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")) + more;
    }

    /** Returns the sum of one of a component's own counters over its tasks; 0 if it has none of this name. */
    public long counter(String component, String name) {
        return sum(component, task -> task.counters().getOrDefault(name, 0L));
    }
}
