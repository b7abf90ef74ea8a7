package io.millrace.cluster.client;

import io.millrace.api.TopologyMetrics;
import java.time.Duration;
import java.util.List;

/** A connection to a cluster's leading controller. Any thread may call; every call may throw ClusterException. */
public interface Cluster extends AutoCloseable {

    TopologyInfo submit(Submission submission);

    List<TopologyInfo> list();

    TopologyDescription describe(String name);

    TopologyMetrics metrics(String name);

    List<NodeInfo> nodes();

    void activate(String name);

    void deactivate(String name);

    /** Ends a topology; waits at most this long until its workers are gone (zero: does not wait). */
    void kill(String name, Duration wait);

    /** The last lines that a topology's workers logged; a null worker means all of them. */
    List<LogLines> logs(String name, String worker, int lines);

    @Override
    void close();
}
