package io.millrace.cluster.client;

import io.millrace.api.metrics.TopologyMetrics;
import java.time.Duration;
import java.util.List;

/** A connection to a cluster's leading controller. Any thread may call; every call may throw ClusterException. */
public interface Cluster extends AutoCloseable {

    TopologyInfo submit(Submission submission);

    List<TopologyInfo> list();

    TopologyDescription describe(String name);

    TopologyMetrics metrics(String name);

    /** Which tasks talk how much, and what CPU they use. */
    TrafficReport traffic(String name);

    List<NodeInfo> nodes();

    void activate(String name);

    void deactivate(String name);

    /** Ends a topology; waits at most this long until its workers are gone (zero: does not wait). */
    void kill(String name, Duration wait);

    /** Moves a topology's tasks to other workers while it runs, or says what that would change; does not wait. */
    RebalanceReport rebalance(String name, RebalanceRequest request);

    /** How far the last rebalance of a topology is. */
    RebalanceState rebalance(String name);

    /** Turns the automatic mode of rebalancing on or off. */
    void automaticRebalance(String name, boolean on);

    /** What the automatic mode has decided lately, and why. */
    RebalanceDecisions rebalanceDecisions(String name);

    /** The last lines that a topology's workers logged; a null worker means all of them. */
    List<LogLines> logs(String name, String worker, int lines);

    @Override
    void close();
}
