package io.millrace.runtime.worker;

import io.millrace.api.Config;
import io.millrace.api.Topology;
import io.millrace.transport.TlsSettings;
import java.nio.file.Path;
import java.util.Map;

/**
 * What one worker shall run.
 *
 * @param topologyId unique among all submissions
 * @param worker name of this worker within the topology
 * @param node name of the node on which it runs
 * @param epoch grows with every start of this worker
 * @param workerOfTask where every task of the topology runs
 * @param nodeOfWorker on which node every worker runs
 * @param executors threads for its non-blocking tasks, at least 1
 * @param directory its own directory in shared memory, or null for a worker that is alone in its topology
 * @param host the interface on which its transport listens
 * @param tls how connections to other nodes are encrypted, or null if they are not
 * @param loader sees the author's classes
 */
public record WorkerSpec(
        String topologyId,
        String topologyName,
        Topology topology,
        Config config,
        String worker,
        String node,
        long epoch,
        Map<Integer, String> workerOfTask,
        Map<String, String> nodeOfWorker,
        int executors,
        Path directory,
        String host,
        TlsSettings tls,
        ClassLoader loader) {

    /** Without encryption. */
    public WorkerSpec(
            String topologyId,
            String topologyName,
            Topology topology,
            Config config,
            String worker,
            String node,
            long epoch,
            Map<Integer, String> workerOfTask,
            Map<String, String> nodeOfWorker,
            int executors,
            Path directory,
            String host,
            ClassLoader loader) {
        this(
                topologyId,
                topologyName,
                topology,
                config,
                worker,
                node,
                epoch,
                workerOfTask,
                nodeOfWorker,
                executors,
                directory,
                host,
                null,
                loader);
    }
}
