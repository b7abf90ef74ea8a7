package io.millrace.runtime.worker;

import java.util.List;

/**
 * The endpoint that a worker publishes when it is ready for connections.
 *
 * @param worker name of the worker within its topology
 * @param node name of the supervisor's node; workers with the same node share memory
 * @param epoch number that grows with every start of this worker
 * @param lockFile file whose kernel lock proves that the process lives
 * @param metricsFile file of its metrics in shared memory
 * @param host host on which its transport listens; empty if the topology runs on one node
 * @param port port on which its transport listens; 0 if the topology runs on one node
 * @param heard epoch of the last assignment that the worker has applied: it has links to all workers of that
 *     assignment, and its spouts are active as the assignment says. Published while tasks move, else 0
 * @param assignment epoch of the assignment with which a worker of a topology with snapshots was started; else 0
 * @param stopped number of the savepoint for which its spouts do not emit any more; else 0
 * @param version version of the engine; empty if an earlier one has not written it
 * @param region region of the node; empty if an earlier version has not written it
 */
public record PeerEndpoint(
        String worker,
        String node,
        long epoch,
        long pid,
        String lockFile,
        String metricsFile,
        String host,
        int port,
        List<ExecutorEndpoint> executors,
        long heard,
        long assignment,
        long stopped,
        String version,
        String region) {

    public PeerEndpoint {
        version = version == null ? "" : version;
        region = region == null ? "" : region;
    }

    /** Makes the endpoint of a worker of an unknown version whose topology takes no snapshots. */
    public PeerEndpoint(
            String worker,
            String node,
            long epoch,
            long pid,
            String lockFile,
            String metricsFile,
            String host,
            int port,
            List<ExecutorEndpoint> executors,
            long heard) {
        this(worker, node, epoch, pid, lockFile, metricsFile, host, port, executors, heard, 0, 0, "", "");
    }

    /** Returns whether it has no tasks, and forwards batches of others. */
    public boolean relays() {
        return executors.isEmpty();
    }

    /** Returns this endpoint with another value of {@link #heard()}. */
    public PeerEndpoint withHeard(long assignmentEpoch) {
        return with(assignmentEpoch, stopped);
    }

    /** Returns this endpoint with another value of {@link #stopped()}. */
    public PeerEndpoint withStopped(long savepoint) {
        return with(heard, savepoint);
    }

    private PeerEndpoint with(long assignmentEpoch, long savepoint) {
        return new PeerEndpoint(
                worker,
                node,
                epoch,
                pid,
                lockFile,
                metricsFile,
                host,
                port,
                executors,
                assignmentEpoch,
                assignment,
                savepoint,
                version,
                region);
    }
}
