// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** ZooKeeper, two controllers and two supervisors, each a process, with files in one directory and in shared memory. */
final class ProcessCluster implements AutoCloseable {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Duration MOST = Duration.ofSeconds(90);
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private final Path directory;
    private final Path shared;
    private final Config config;
    private final Daemon zooKeeper;
    private final List<Daemon> controllers = new ArrayList<>();
    private final List<Daemon> supervisors = new ArrayList<>();
    private Cluster client;

    /** Nothing is started yet. */
    ProcessCluster(Path directory) throws IOException {
        this.directory = directory;
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "millrace-faults-");
        int port = freePort();
        config = Config.empty()
                .with(ClusterKeys.ZOOKEEPER_PORT, port)
                .with(ClusterKeys.ZOOKEEPER_CONNECT, "127.0.0.1:" + port)
                .with(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT, Duration.ofSeconds(3))
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(ClusterKeys.CONTROLLER_TOKEN, "secret")
                .with(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT, Duration.ZERO)
                .with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50))
                .with(ClusterKeys.WORKER_BACKOFF_MAX, Duration.ofMillis(200))
                .with(ClusterKeys.IPC_DIR, shared.toString());
        zooKeeper = daemon("zookeeper", "zookeeper", ClusterKeys.ZOOKEEPER_DATA_DIR.name());
        for (String name : List.of("c1", "c2")) {
            controllers.add(daemon("controller", name, ClusterKeys.CONTROLLER_DATA_DIR.name()));
        }
        for (String name : List.of("n1", "n2")) {
            supervisors.add(daemon("supervisor", name, ClusterKeys.SUPERVISOR_DATA_DIR.name()));
        }
    }

    /** Starts all, and returns when all nodes are known. */
    void start() throws Exception {
        for (Daemon daemon : daemons()) {
            daemon.start();
        }
        for (Daemon daemon : daemons()) {
            await(daemon + " is up", daemon::hasBeenUp);
        }
        leader();
        client = Clusters.connect(config);
        await("all nodes", () -> client.nodes().size() == supervisors.size());
    }

    private Daemon daemon(String kind, String name, String directoryKey) {
        Config own = config.with(ClusterKeys.NODE_ID, name)
                .with(directoryKey, directory.resolve(name).toString());
        return new Daemon(kind, name, own, mark("daemon"), directory.resolve(name + ".log"));
    }

    /** An option of all daemons, or of all workers, of this cluster. */
    private String mark(String kind) {
        return "-Dmillrace.faults." + kind + "=" + shared.getFileName();
    }

    private List<Daemon> daemons() {
        return Stream.of(List.of(zooKeeper), controllers, supervisors)
                .flatMap(List::stream)
                .toList();
    }

    /** A process that runs. */
    record Named(String name, long pid) {}

    /** All daemons and workers that run. Any thread. */
    List<Named> running() {
        return Stream.concat(
                        daemons().stream().map(daemon -> new Named(daemon.node(), daemon.pid())),
                        workerProcesses().stream().map(worker -> new Named("worker-" + worker.pid(), worker.pid())))
                .filter(process -> ProcessHandle.of(process.pid()).isPresent())
                .toList();
    }

    /** What starts a command of {@code millrace} for this cluster. */
    List<String> command(String... words) {
        return Daemon.command(config, mark("daemon"), words);
    }

    Cluster client() {
        return client;
    }

    Daemon zooKeeper() {
        return zooKeeper;
    }

    List<Daemon> supervisors() {
        return supervisors;
    }

    Daemon supervisor(String node) {
        return supervisors.stream()
                .filter(each -> each.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    Daemon leader() throws Exception {
        return awaitValue("a controller leads", () -> {
            try {
                long pid = new ControllerLocator(config).locate().pid();
                return controllers.stream().filter(each -> each.pid() == pid).findFirst();
            } catch (ClusterException e) {
                // None does now
                return Optional.empty();
            }
        });
    }

    /** A connection as a service has it. */
    Millrace connect() {
        return Millrace.connect(
                config.get(ClusterKeys.ZOOKEEPER_CONNECT),
                Config.empty().with(ClusterKeys.CONTROLLER_TOKEN, config.get(ClusterKeys.CONTROLLER_TOKEN)));
    }

    /** Settings of a topology with snapshots in this directory. */
    Config snapshots(Path state) {
        return Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(200))
                .with(TopologyKeys.STATE_DIR, state.toString())
                .with(TopologyKeys.WORKERS, 3)
                .with(TopologyKeys.WORKER_HEAP, "64m")
                .with(TopologyKeys.WORKER_OPTIONS, mark("worker") + " -XX:TieredStopAtLevel=1");
    }

    /** All worker processes of this cluster. */
    List<ProcessHandle> workerProcesses() {
        return processes(mark("worker"));
    }

    private static List<ProcessHandle> processes(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(mark))
                .toList();
    }

    /** What the workers of a topology print, also while no daemon can be asked. */
    List<Path> logs(String topology) throws IOException {
        List<Path> logs = new ArrayList<>();
        for (Daemon supervisor : supervisors) {
            Path all = directory.resolve(supervisor.node()).resolve("logs");
            try (Stream<Path> files = Files.walk(all)) {
                files.filter(file -> file.toString().endsWith(".log"))
                        .filter(file -> all.relativize(file).toString().startsWith(topology + "-"))
                        .forEach(logs::add);
            }
        }
        return logs;
    }

    /** Copies what the daemons and the workers of a topology print until now. */
    void copyLogs(String topology, Path into) throws IOException {
        List<Path> logs = logs(topology);
        daemons().forEach(daemon -> logs.add(directory.resolve(daemon.node() + ".log")));
        for (Path log : logs) {
            String name = directory.relativize(log).toString().replace(File.separatorChar, '-');
            Files.copy(log, into.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Waits for what other processes do; fails when nothing is to be expected any more. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        awaitValue(what, () -> condition.call() ? Optional.of(true) : Optional.empty());
    }

    /** The same, and returns what has come. */
    static <T> T awaitValue(String what, Callable<Optional<T>> value) throws Exception {
        long start = System.nanoTime();
        for (Optional<T> come = value.call(); ; come = value.call()) {
            if (come.isPresent()) {
                return come.get();
            }
            if (System.nanoTime() - start > MOST.toNanos()) {
                throw new AssertionError("not within " + MOST + ": " + what);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException(what);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }

    /** Ends all in order, and checks that no process and no file in shared memory is left. */
    void end() throws Exception {
        if (client == null) {
            return;
        }
        for (TopologyInfo topology : client.list()) {
            client.kill(topology.name(), MOST);
        }
        client.close();
        for (Daemon supervisor : supervisors) {
            supervisor.end();
        }
        for (Daemon controller : controllers) {
            controller.end();
        }
        zooKeeper.end();
        await(
                "all processes have ended",
                () -> processes(mark("daemon")).isEmpty() && workerProcesses().isEmpty());
        try (Stream<Path> left = Files.walk(shared)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    /** Removes what a failed test has left. */
    @Override
    public void close() throws IOException {
        if (client != null) {
            client.close();
        }
        for (String kind : List.of("daemon", "worker")) {
            processes(mark(kind)).forEach(ProcessHandle::destroyForcibly);
        }
        Directories.remove(shared);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
