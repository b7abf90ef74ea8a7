// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.cli.Main;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * ZooKeeper, two controllers and three supervisors, each a process, with their files in a directory and in shared
 * memory. One thread.
 */
final class FaultCluster implements AutoCloseable {

    static final Duration SESSION = Duration.ofSeconds(6);
    static final Duration LOST = Duration.ofSeconds(8);
    static final Duration HANG = Duration.ofSeconds(10);

    static final List<String> NODES = List.of("n1", "n2", "n3");

    private static final int MOST_SECONDS = 60;
    private static final int SLOTS = 2;
    private static final int SMALL_MEBIBYTES = 64;
    private static final List<String> CONTROLLERS = List.of("c1", "c2");

    private final Setup setup;
    private final Hosts hosts;
    private final Path directory;
    private final Path shared;
    private final Path state;
    private final Mount smallMemory;
    private final Mount smallState;
    private final Config config;
    private final Daemon zooKeeper;
    private final Map<String, Daemon> controllers = new LinkedHashMap<>();
    private final Map<String, Daemon> supervisors = new LinkedHashMap<>();
    private final Thread atExit = new Thread(this::giveUp, "end-of-cluster");

    private FaultCluster(Setup setup, Hosts hosts) throws IOException, InterruptedException {
        this.setup = setup;
        this.hosts = hosts;
        directory = Files.createTempDirectory("millrace-faults-");
        Runtime.getRuntime().addShutdownHook(atExit);
        shared = Files.createTempDirectory(Machine.sharedMemory(), "millrace-faults-");
        state = Files.createDirectory(directory.resolve("state"));
        smallMemory = setup.smallMemory() ? Mount.at(shared, SMALL_MEBIBYTES) : null;
        smallState = setup.smallState() ? Mount.at(state, SMALL_MEBIBYTES) : null;
        int port = freePort();
        String hub = hosts.address(Hosts.HUB);
        config = Config.empty()
                .with(ClusterKeys.ZOOKEEPER_CONNECT, hub + ":" + port)
                .with(ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT, SESSION)
                .with(ClusterKeys.CONTROLLER_HOST, hub)
                .with(ClusterKeys.CONTROLLER_PORT, 0)
                .with(ClusterKeys.CONTROLLER_TOKEN, "secret")
                .with(ClusterKeys.CLUSTER_NODE_LOST_TIMEOUT, LOST)
                .with(ClusterKeys.WORKER_HANG_TIMEOUT, HANG);
        List<String> server = List.of(hub, Integer.toString(port), path("zookeeper"));
        zooKeeper = new Daemon(
                "zookeeper",
                hosts.on(Hosts.HUB, Child.java(NetlabCluster.DAEMON_FLAGS, ZooKeeperMain.class, server)),
                directory.resolve("zookeeper.log"));
        for (String name : setup.isSmall() ? CONTROLLERS.subList(0, 1) : CONTROLLERS) {
            Config own = config.with(ClusterKeys.CONTROLLER_DATA_DIR, path(name));
            controllers.put(name, controller(name, own));
        }
        for (String node : hosts.nodes()) {
            supervisors.put(node, supervisor(node, ofNode(node)));
        }
    }

    /** Settings of a node's supervisor. */
    Config ofNode(String node) {
        return config.with(ClusterKeys.NODE_ID, node)
                .with(ClusterKeys.NODE_HOST, hosts.address(node))
                .with(ClusterKeys.SUPERVISOR_SLOTS, SLOTS)
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, path(node))
                .with(ClusterKeys.IPC_DIR, shared.resolve(node).toString());
    }

    /** A supervisor that is not started yet; those of the cluster are others. */
    Daemon supervisor(String name, Config own) {
        return daemon(name, hosts.nodes().contains(name) ? name : hosts.nodes().get(0), "supervisor", own);
    }

    /** A controller that is not started yet. */
    Daemon controller(String name, Config own) {
        return daemon(name, Hosts.HUB, "controller", own);
    }

    /** @throws IOException in one line, if this user or this machine cannot have it */
    static FaultCluster start(Setup setup) throws IOException, InterruptedException {
        List<String> nodes = setup.isSmall() ? NODES.subList(0, 2) : NODES;
        Hosts hosts = setup.namespaces() ? Namespaces.up(nodes) : new Loopback(nodes);
        FaultCluster cluster;
        try {
            cluster = new FaultCluster(setup, hosts);
        } catch (IOException e) {
            hosts.close();
            throw e;
        }
        try {
            for (Daemon daemon : cluster.daemons()) {
                daemon.start();
            }
            cluster.awaitHealthy();
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw e;
        }
    }

    /** Starts what is not up, and returns when all nodes are known. */
    void awaitHealthy() throws IOException, InterruptedException {
        awaitUp();
        Signals.await("all nodes to be known", MOST_SECONDS, () -> {
            try (Cluster client = client()) {
                return client.nodes().size() == supervisors.size();
            } catch (ClusterException e) {
                return false;
            }
        });
    }

    /** Starts what is not up, and returns when all have said that they are. */
    void awaitUp() throws IOException, InterruptedException {
        for (Daemon daemon : daemons()) {
            if (!daemon.isAlive()) {
                daemon.start();
            }
        }
        for (Daemon daemon : daemons()) {
            daemon.awaitUp();
        }
    }

    private Daemon daemon(String name, String host, String kind, Config own) {
        List<String> words = new ArrayList<>(List.of(kind));
        own.asMap().forEach((key, value) -> words.addAll(List.of("-c", key + "=" + value)));
        List<String> java = Child.java(NetlabCluster.DAEMON_FLAGS, Main.class, words);
        if (setup.fileDescriptors() > 0 && kind.equals("supervisor")) {
            java = limited(java);
        }
        return new Daemon(name, hosts.on(host, java), directory.resolve(name + ".log"));
    }

    private List<String> limited(List<String> command) {
        List<String> all = new ArrayList<>(List.of("prlimit", "--nofile=" + setup.fileDescriptors(), "--"));
        all.addAll(command);
        return all;
    }

    /** A command of {@code millrace} as a process of its own on the hub. */
    List<String> millrace(List<String> words) {
        List<String> all = new ArrayList<>(words);
        config.asMap().forEach((key, value) -> all.addAll(List.of("-c", key + "=" + value)));
        return hosts.on(Hosts.HUB, Child.java(NetlabCluster.DAEMON_FLAGS, Main.class, all));
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    /** The processes that run, by name. */
    Map<String, Long> processes() {
        Map<String, Long> pids = new TreeMap<>();
        daemons().stream().filter(Daemon::isAlive).forEach(daemon -> pids.put(daemon.name(), daemon.pid()));
        workerProcesses().forEach(worker -> pids.put("worker-" + worker.pid(), worker.pid()));
        return pids;
    }

    private List<Daemon> daemons() {
        return Stream.of(List.of(zooKeeper), controllers.values(), supervisors.values())
                .flatMap(some -> some.stream())
                .toList();
    }

    Setup setup() {
        return setup;
    }

    Hosts hosts() {
        return hosts;
    }

    Config config() {
        return config;
    }

    Path directory() {
        return directory;
    }

    Path sharedMemory() {
        return shared;
    }

    Path state() {
        return state;
    }

    /** If the setup has one. */
    Mount smallMemory() {
        return smallMemory;
    }

    /** If the setup has one. */
    Mount smallState() {
        return smallState;
    }

    Daemon zooKeeper() {
        return zooKeeper;
    }

    Daemon supervisor(String node) {
        return supervisors.get(node);
    }

    /** A new connection, as a command has it. */
    Cluster client() {
        return Clusters.connect(config);
    }

    /** A new connection, as a service has it. */
    Millrace connect() {
        return Millrace.connect(
                config.get(ClusterKeys.ZOOKEEPER_CONNECT),
                Config.empty().with(ClusterKeys.CONTROLLER_TOKEN, config.get(ClusterKeys.CONTROLLER_TOKEN)));
    }

    Daemon leader() throws IOException, InterruptedException {
        List<Daemon> found = new ArrayList<>();
        Signals.await("a leading controller", MOST_SECONDS, () -> {
            try {
                long pid = new ControllerLocator(config).locate().pid();
                Optional<Daemon> leads = controllers.values().stream()
                        .filter(each -> each.isAlive() && each.pid() == pid)
                        .findFirst();
                leads.ifPresent(found::add);
            } catch (ClusterException e) {
                // None does now
            }
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** Workers that are up. */
    List<WorkerMetrics> workers(String topology) {
        try (Cluster client = client()) {
            return client.metrics(topology).workers().stream()
                    .filter(WorkerMetrics::registered)
                    .toList();
        }
    }

    List<ProcessHandle> workerProcesses() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(shared.toString() + "/"))
                .filter(process -> process.info().commandLine().orElse("").contains("WorkerMain"))
                .toList();
    }

    /** The directories of controllers and supervisors. */
    List<Path> daemonDirectories() {
        return Stream.of(controllers.keySet(), supervisors.keySet())
                .flatMap(Set::stream)
                .map(directory::resolve)
                .toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Copies the logs of all processes, in place of those of an earlier cluster. */
    void keepLogs(Path target) throws IOException {
        Directories.remove(target);
        copyLogs(target);
    }

    /** Copies the logs as they are now. */
    void copyLogs(Path target) throws IOException {
        List<Path> logs;
        try (Stream<Path> all = Files.walk(directory)) {
            logs = all.filter(file -> file.toString().endsWith(".log")).toList();
        }
        for (Path log : logs) {
            Path copy = target.resolve(directory.relativize(log).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(log, copy);
        }
    }

    /** Ends all in order, or at least at once. */
    @Override
    public void close() throws IOException {
        try {
            end(supervisors.values());
            end(controllers.values());
            end(List.of(zooKeeper));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
                giveUp();
            } catch (IllegalStateException e) {
                // This process ends, and the hook runs
            }
            hosts.close();
        }
    }

    private static void end(Collection<Daemon> daemons) throws IOException, InterruptedException {
        for (Daemon daemon : daemons) {
            daemon.terminate();
        }
        for (Daemon daemon : daemons) {
            daemon.end();
        }
    }

    /** Ends all processes, and removes all files. */
    private void giveUp() {
        daemons().forEach(Daemon::close);
        workerProcesses().forEach(ProcessHandle::destroyForcibly);
        Stream.of(smallMemory, smallState).filter(Objects::nonNull).forEach(Mount::close);
        try {
            Directories.remove(shared);
            Directories.remove(directory);
        } catch (IOException e) {
            System.err.println("cannot remove the files of a cluster: " + e.getMessage());
        }
    }
}
