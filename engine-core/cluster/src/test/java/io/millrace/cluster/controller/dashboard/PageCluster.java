package io.millrace.cluster.controller.dashboard;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.TestZooKeeper;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** ZooKeeper, a controller and two nodes in this process, with real workers. */
final class PageCluster implements AutoCloseable {

    private final Closer parts = new Closer();
    private final Path directory;
    private final Path ipc =
            Path.of("/dev/shm/millrace-page-" + ProcessHandle.current().pid());
    private final ControllerDaemon controller;
    private final Cluster client;

    PageCluster(Path directory) {
        this.directory = directory;
        Config config = parts.add(new TestZooKeeper(directory.resolve("zookeeper")))
                .config()
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString())
                .with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1))
                .with(ClusterKeys.WORKER_BACKOFF_MAX, Duration.ofMillis(200))
                .with(ClusterKeys.IPC_DIR, ipc.toString());
        controller = parts.add(ControllerDaemon.start(config));
        for (String node : List.of("north", "south")) {
            parts.add(SupervisorDaemon.start(config.with(ClusterKeys.NODE_ID, node)
                    .with(
                            ClusterKeys.SUPERVISOR_DATA_DIR,
                            directory.resolve(node).toString())));
        }
        client = parts.add(Clusters.connect(config));
    }

    Cluster client() {
        return client;
    }

    String address() {
        return "http://127.0.0.1:" + controller.port() + "/";
    }

    void submit(String name, Topology topology, Class<?> classes, Config config) throws Exception {
        Path jar = Jars.of(directory.resolve(name + ".jar"), classes, "");
        client.submit(new Submission(name, topology, config, jar, null));
    }

    /** Workers go on without it. */
    void stopController() {
        controller.close();
    }

    @Override
    public void close() throws IOException {
        parts.close();
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        Directories.remove(ipc);
    }
}
