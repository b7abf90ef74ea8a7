package io.millrace.cluster.launch;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import java.util.List;
import java.util.Map;

/**
 * What a supervisor tells the worker process that it starts, and finds again when it was restarted itself: the file
 * {@value #FILE} in the worker's directory.
 *
 * @param clusterId the cluster to which the worker belongs
 * @param clusterConfig how to reach ZooKeeper, and where the certificates for other nodes are
 * @param assignment where all tasks of the topology run
 * @param topologyFile the topology's JSON
 * @param classPath the author's classes: one jar, or an embedding service's class path
 * @param embedded whether the worker ends when its standard input does, that is, with the process that started it
 */
public record LaunchSpec(
        String clusterId,
        Map<String, String> clusterConfig,
        String topologyId,
        String topologyName,
        String worker,
        String node,
        String host,
        long epoch,
        AssignmentRecord assignment,
        String topologyFile,
        List<String> classPath,
        Map<String, String> config,
        boolean embedded) {

    /** This record, as JSON. */
    public static final String FILE = "launch.json";

    /** The worker's PeerEndpoint as JSON, there as soon as it runs. */
    public static final String ENDPOINT_FILE = "endpoint.json";

    /** A {@link WorkerFailure} as JSON, if the worker gave up. */
    public static final String FAILURE_FILE = "failure.json";

    /** What the names of lock files begin with that workers hold from their first to their last moment. */
    public static final String LOCK_PREFIX = "process";

    /** This worker's part. */
    public WorkerPlan plan() {
        return assignment.worker(worker).orElseThrow();
    }

    /**
     * Whether a worker that runs by this can go on under another assignment. Where its peers and their tasks run may change,
     * unless that needs a transport, which a worker of a topology on one node does not have.
     */
    public boolean stillServes(AssignmentRecord other) {
        return other.worker(worker).equals(assignment.worker(worker))
                && (assignment.spansNodes() || !other.spansNodes());
    }
}
