package io.millrace.runtime.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.runtime.snapshot.agent.SnapshotSetup;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The specification of one worker.
 *
 * @param topologyId id that is unique among all submissions
 * @param worker name of this worker within the topology
 * @param node name of the node on which it runs
 * @param epoch number that grows with every start of this worker
 * @param routing worker of every task of the topology, and node of every worker
 * @param executors number of threads for its non-blocking tasks, at least 1
 * @param directory its own directory in shared memory, or null for a worker that is alone in its topology
 * @param net settings of its transport; null if it has none, then its topology must not span nodes
 * @param loader class loader that sees the author's classes
 * @param resources supplier of the directory of the topology's resources; throws if there are none
 * @param snapshots setup for snapshots; null if its topology takes none
 * @param queues directory of its queues' files unless the topology says otherwise; null for the directory of temporary
 *     files
 */
public record WorkerSpec(
        String topologyId,
        String topologyName,
        Topology topology,
        Config config,
        String worker,
        String node,
        long epoch,
        Routing routing,
        int executors,
        Path directory,
        NetSettings net,
        ClassLoader loader,
        Supplier<Path> resources,
        SnapshotSetup snapshots,
        Path queues) {

    /**
     * Makes the specification of a worker of a topology that takes no snapshots, whose queues have files in the
     * directory of temporary files.
     */
    public WorkerSpec(
            String topologyId,
            String topologyName,
            Topology topology,
            Config config,
            String worker,
            String node,
            long epoch,
            Routing routing,
            int executors,
            Path directory,
            NetSettings net,
            ClassLoader loader,
            Supplier<Path> resources) {
        this(
                topologyId,
                topologyName,
                topology,
                config,
                worker,
                node,
                epoch,
                routing,
                executors,
                directory,
                net,
                loader,
                resources,
                null,
                null);
    }

    Path queuesOrTemporary() {
        return queues == null ? Path.of(System.getProperty("java.io.tmpdir")) : queues;
    }

    /** Returns the worker of a task; null for a task that is dormant. */
    String workerOf(int task) {
        return routing.workerOfTask().get(task);
    }
}
