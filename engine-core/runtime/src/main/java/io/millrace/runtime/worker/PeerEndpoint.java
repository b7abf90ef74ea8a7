// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.json.Inline;
import java.util.List;

/**
 * The endpoint that a worker publishes when it is ready for connections.
 *
 * @param worker name of the worker within its topology
 * @param node name of the supervisor's node; workers with the same node share memory
 * @param epoch number that grows with every start of this worker
 */
public record PeerEndpoint(
        String worker,
        String node,
        long epoch,
        @Inline Process process,
        List<ExecutorEndpoint> executors,
        @Inline Progress progress,
        @Inline Origin origin) {

    /**
     * Its process, and where others find it.
     *
     * @param lockFile the file whose kernel lock proves that the process lives
     * @param metricsFile its metrics in shared memory
     * @param host where its transport listens; empty if the topology runs on one node
     * @param port where its transport listens; 0 if the topology runs on one node
     */
    public record Process(long pid, String lockFile, String metricsFile, String host, int port) {}

    /**
     * What it has done of what it was asked.
     *
     * @param heard the epoch of the last assignment that the worker has applied: it has links to all workers of that
     *     assignment, and its spouts are active as the assignment says. Published while tasks move, else 0
     * @param assignment the epoch of the assignment with which a worker of a topology with snapshots was started; else
     *     0
     * @param stopped the number of the savepoint for which its spouts do not emit any more; else 0
     */
    public record Progress(long heard, long assignment, long stopped) {

        public static final Progress NONE = new Progress(0, 0, 0);
    }

    /**
     * The origin of a worker.
     *
     * @param version the version of the engine; empty if an earlier one has not written it
     * @param region the region of the node; empty if an earlier version has not written it
     */
    public record Origin(String version, String region) {

        public Origin {
            version = version == null ? "" : version;
            region = region == null ? "" : region;
        }
    }

    public long pid() {
        return process.pid();
    }

    public String host() {
        return process.host();
    }

    public int port() {
        return process.port();
    }

    public String region() {
        return origin.region();
    }

    /** Returns whether it has no tasks, and forwards batches of others. */
    public boolean relays() {
        return executors.isEmpty();
    }

    /** Returns this endpoint with another value of {@link Progress#heard}. */
    public PeerEndpoint withHeard(long assignmentEpoch) {
        return with(new Progress(assignmentEpoch, progress.assignment(), progress.stopped()));
    }

    /** Returns this endpoint with another value of {@link Progress#stopped}. */
    public PeerEndpoint withStopped(long savepoint) {
        return with(new Progress(progress.heard(), progress.assignment(), savepoint));
    }

    private PeerEndpoint with(Progress now) {
        return new PeerEndpoint(worker, node, epoch, process, executors, now, origin);
    }
}
