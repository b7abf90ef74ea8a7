package io.millrace.runtime.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.runtime.snapshot.agent.SnapshotSetup;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What one worker runs.
 *
 * @param topologyId unique among all submissions
 * @param worker name of this worker within the topology
 * @param node name of the node on which it runs
 * @param epoch grows with every start of this worker
 * @param routing where every task of the topology runs, and on which node every worker
 * @param executors threads for its non-blocking tasks, at least 1
 * @param directory its own directory in shared memory, or null for a worker that is alone in its topology
 * @param net settings of its transport; null if it has none, then its topology must not span nodes
 * @param loader sees the author's classes
 * @param resources the directory of the topology's resources; throws if there are none
 * @param snapshots what it needs to take snapshots; null if its topology takes none
 * @param queues where its queues have files unless the topology says otherwise; null for the directory of temporary files
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

    /** Makes one of a topology that takes no snapshots, whose queues have files in the directory of temporary files. */
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

    /** Returns null for a task that is dormant. */
    String workerOf(int task) {
        return routing.workerOfTask().get(task);
    }
}
