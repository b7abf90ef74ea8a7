// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.NodeLink;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.snapshot.agent.SnapshotSetup;
import io.millrace.runtime.task.WorkerIdentity;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The specification of one worker.
 *
 * @param placement worker of every task of the topology, and node of every worker
 * @param executors number of threads for its non-blocking tasks, at least 1
 * @param net settings of its transport; null if it has none, then it must reach all others by rings
 * @param snapshots setup for snapshots; null if its topology takes none
 */
public record WorkerSpec(
        WorkerIdentity identity,
        Program program,
        TaskPlacement placement,
        int executors,
        Files files,
        NetSettings net,
        SnapshotSetup snapshots) {

    /**
     * What all workers of the topology run.
     *
     * @param loader sees the author's classes
     * @param resources the directory of the topology's resources; throws if there are none
     */
    public record Program(Topology topology, Config config, ClassLoader loader, Supplier<Path> resources) {}

    /**
     * The places of a worker's files.
     *
     * @param directory the worker's own directory in shared memory, or null for a worker that is alone in its topology
     * @param queues the directory of its queues' files unless the topology says otherwise; null for the directory of
     *     temporary files
     */
    public record Files(Path directory, Path queues) {

        /** The files of a worker that is alone in its topology. */
        public static final Files NONE = new Files(null, null);

        Path queuesOrTemporary() {
            return queues == null ? Path.of(System.getProperty("java.io.tmpdir")) : queues;
        }
    }

    public String worker() {
        return identity.worker();
    }

    public String node() {
        return identity.node();
    }

    public long epoch() {
        return identity.epoch();
    }

    public Topology topology() {
        return program.topology();
    }

    public Config config() {
        return program.config();
    }

    public ClassLoader loader() {
        return program.loader();
    }

    public Path directory() {
        return files.directory();
    }

    /** Returns whether the workers of a node reach each other by rings, and not by connections. */
    boolean linksByRings() {
        return config().get(TopologyKeys.NODE_LINK) == NodeLink.RING;
    }

    /** Returns whether a worker of a node is reached by its rings. */
    boolean reachesByRings(String otherNode) {
        return linksByRings() && node().equals(otherNode);
    }

    /** Returns the worker of a task; null for a task that is dormant. */
    String workerOf(int task) {
        return placement.workerOfTask().get(task);
    }
}
