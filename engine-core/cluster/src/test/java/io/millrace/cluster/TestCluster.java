// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.embedded.DaemonToKill;
import io.millrace.cluster.embedded.Jars;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The cluster of one test: a controller and supervisors in this process, on a ZooKeeper server of their own unless the
 * settings name another, with workers as processes. {@link #close} ends all started processes and removes their files
 * in shared memory. The name of a directory there, which is in the command line of each process, distinguishes them
 * from those of other tests. Used by one thread.
 */
public final class TestCluster implements AutoCloseable {

    private static final Path MEMORY = Path.of("/dev/shm");

    private final Closer parts = new Closer();
    private final Map<String, SupervisorDaemon> supervisors = new HashMap<>();
    private final Path directory;
    private final Path memory;
    private final TestZooKeeper zooKeeper;
    private final Config config;
    private ControllerDaemon controller;
    private Cluster client;

    /** Starts ZooKeeper only. Controllers and supervisors have their data in {@code controller} and {@code NODE}. */
    public TestCluster(Path directory, Config settings) {
        this.directory = directory;
        try {
            memory = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "millrace-it-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean other = settings.asMap().containsKey(ClusterKeys.ZOOKEEPER_CONNECT.name());
        zooKeeper = other ? null : parts.add(new TestZooKeeper(directory.resolve("zookeeper")));
        config = (other ? Config.empty() : zooKeeper.config())
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(
                        ClusterKeys.CONTROLLER_DATA_DIR,
                        directory.resolve("controller").toString())
                .with(ClusterKeys.IPC_DIR, memory.toString())
                .with(settings);
    }

    /** Starts a cluster with these nodes and a client. */
    public static TestCluster start(Path directory, Config settings, String... nodes) {
        TestCluster cluster = new TestCluster(directory, settings);
        try {
            cluster.startController();
            for (String node : nodes) {
                cluster.startNode(node);
            }
            cluster.client();
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the settings of the controller and of clients. */
    public Config config() {
        return config;
    }

    /** Returns the settings of a supervisor. */
    public Config config(String node) {
        return config.with(ClusterKeys.NODE_ID, node)
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, directory.resolve(node).toString());
    }

    public TestZooKeeper zooKeeper() {
        return zooKeeper;
    }

    /** Returns the directory of the rings. */
    public Path memory() {
        return memory;
    }

    public ControllerDaemon controller() {
        return controller;
    }

    public void startController() {
        startController(Config.empty());
    }

    /** @param own the settings of the controller alone */
    public void startController(Config own) {
        controller = parts.add(ControllerDaemon.start(config.with(own)));
    }

    public void restartController() {
        controller.close();
        startController();
    }

    public SupervisorDaemon supervisor(String node) {
        return supervisors.get(node);
    }

    public void startNode(String node) {
        startNode(node, Config.empty());
    }

    /** @param own the settings of this node alone */
    public void startNode(String node, Config own) {
        supervisors.put(node, parts.add(SupervisorDaemon.start(config(node).with(own))));
    }

    /** Stops a node; its workers go on. */
    public void stopNode(String node) {
        supervisors.remove(node).close();
    }

    /**
     * Starts a daemon as a separate process, with all its data in the directory of its name.
     *
     * @param kind controller or supervisor
     * @param own the settings of this daemon alone
     */
    public DaemonToKill process(String kind, String name, Config own) throws IOException {
        Config data = Config.empty()
                .with(ClusterKeys.CONTROLLER_DATA_DIR, directory.resolve(name).toString());
        return DaemonToKill.start(kind, config(name).with(data).with(own));
    }

    /** Returns the client; the first call connects, when the controller leads. */
    public Cluster client() {
        if (client == null) {
            awaitLeader();
            client = parts.add(Clusters.connect(config));
        }
        return client;
    }

    private void awaitLeader() {
        try {
            Await.until("a leader", () -> controller == null || controller.leads());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the connection of a service. */
    public Millrace connect(String token) {
        return Millrace.connect(
                config.get(ClusterKeys.ZOOKEEPER_CONNECT),
                Config.empty()
                        .with(ClusterKeys.ZOOKEEPER_ROOT, config.get(ClusterKeys.ZOOKEEPER_ROOT))
                        .with(ClusterKeys.CONTROLLER_TOKEN, token));
    }

    public void submit(String name, Topology topology, Config settings) {
        submit(name, topology, settings, TestTopologies.class);
    }

    /** @param classes the class whose nested classes the topology needs too */
    public void submit(String name, Topology topology, Config settings, Class<?> classes) {
        try {
            Path jar = Jars.of(directory.resolve(name + ".jar"), classes, "");
            client().submit(new Submission(name, topology, settings, jar, null));
        } catch (IOException | java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the process ids of the workers of a topology by their names. */
    public Map<String, Long> pids(String topology) {
        Map<String, Long> pids = new TreeMap<>();
        client().metrics(topology).workers().forEach(worker -> pids.put(worker.worker(), worker.pid()));
        return pids;
    }

    /** Fails if a file is left in shared memory, other than the locks of supervisors, which exist while they run. */
    public void assertNoFileLeft() throws IOException {
        try (Stream<Path> left = Files.walk(memory)) {
            assertThat(left.filter(Files::isRegularFile))
                    .allMatch(file -> file.getFileName().toString().startsWith("daemon-"));
        }
    }

    /** Returns the number of acked tuples of a topology's spout {@code numbers}. */
    public long acked(String topology) {
        return client().metrics(topology).sum("numbers", TaskMetrics::acked);
    }

    /** Returns the files of a name in shared memory. */
    public List<Path> files(String name) throws IOException {
        try (Stream<Path> files = Files.walk(memory)) {
            return files.filter(path -> path.endsWith(name)).toList();
        } catch (UncheckedIOException e) {
            // A file was removed meanwhile
            return List.of();
        }
    }

    @Override
    public void close() {
        parts.close();
        for (List<ProcessHandle> left = processes(); !left.isEmpty(); left = processes()) {
            left.forEach(ProcessHandle::destroyForcibly);
            left.forEach(process -> process.onExit().join());
        }
        try {
            Directories.remove(memory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains(memory.toString()))
                .toList();
    }

    /**
     * Returns the whole command line, which {@link ProcessHandle.Info} cuts after a page; empty for a process that has
     * ended, or of another account.
     */
    private static String commandLine(ProcessHandle process) {
        try {
            Path file = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
