// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.launch;

import io.millrace.api.json.Inline;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.transport.LinkSecret;
import java.util.List;
import java.util.Map;

/**
 * The instructions of a supervisor to a worker process, in the file {@value #FILE} of the worker's directory. A
 * restarted supervisor reads them again. A worker that forms its executors anew begins a new epoch in its process, and
 * writes the file.
 *
 * @param assignment the placement of all tasks
 * @param embedded whether the worker ends with the process that started it, which it sees by the end of its standard
 *     input
 * @param secret the secret by which the topology's workers and services know each other; null if an earlier version has
 *     made none
 */
public record LaunchSpec(
        @Inline Cluster cluster,
        @Inline Start start,
        AssignmentRecord assignment,
        @Inline Program program,
        boolean embedded,
        LinkSecret secret) {

    /**
     * The cluster to which the worker belongs.
     *
     * @param clusterConfig the settings of ZooKeeper, of certificates for connections to other nodes, and of the node
     */
    public record Cluster(String clusterId, Map<String, String> clusterConfig) {}

    /**
     * The identity of the worker, and the number of its start.
     *
     * @param host the host of the node
     */
    public record Start(String topologyId, String topologyName, String worker, String node, String host, long epoch) {

        Start again(long nextEpoch) {
            return new Start(topologyId, topologyName, worker, node, host, nextEpoch);
        }
    }

    /**
     * The program of the worker.
     *
     * @param topologyFile the file with the topology's JSON
     * @param classPath the author's classes: the jars in their order, or the class path of the embedding process
     * @param config the topology's configuration
     * @param resources the node's directory for the extracted resources of jars
     */
    public record Program(String topologyFile, List<String> classPath, Map<String, String> config, String resources) {}

    /** The file with this record as JSON. */
    public static final String FILE = "launch.json";

    /** The file with the worker's PeerEndpoint as JSON; it exists as soon as the worker runs. */
    public static final String ENDPOINT_FILE = "endpoint.json";

    /** The file with a {@link WorkerFailure} as JSON, if the worker failed. */
    public static final String FAILURE_FILE = "failure.json";

    /** Prefix of the lock file's name. A worker holds the lock for its whole life. */
    public static final String LOCK_PREFIX = "process";

    /** Returns the specification by which the same process runs from now on. */
    public LaunchSpec again(long nextEpoch, AssignmentRecord next) {
        return new LaunchSpec(cluster, start.again(nextEpoch), next, program, embedded, secret);
    }

    public String topologyId() {
        return start.topologyId();
    }

    public String topologyName() {
        return start.topologyName();
    }

    public String worker() {
        return start.worker();
    }

    public String node() {
        return start.node();
    }

    public long epoch() {
        return start.epoch();
    }

    public WorkerPlan plan() {
        return assignment.worker(worker()).orElseThrow();
    }

    /**
     * Returns whether a worker with this specification can continue under another assignment. The places of its peers
     * may change, unless that needs a transport, which a worker that has started among workers of one node does not
     * have if they use rings. The numbers of streams that a relay forwards depend on the number of tasks.
     */
    public boolean stillServes(AssignmentRecord other) {
        return (!plan().relays() || other.tasks().equals(assignment.tasks()))
                && other.worker(worker()).equals(assignment.worker(worker()))
                && (!other.spansNodesFor(worker())
                        || AssignmentRecord.haveTransports(assignment.workersFor(worker()), program.config()));
    }
}
