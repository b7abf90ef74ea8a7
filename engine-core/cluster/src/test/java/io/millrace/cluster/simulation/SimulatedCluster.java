// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.controller.SimulatedController;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.Store;
import io.millrace.cluster.simulation.Violation.Invariant;
import io.millrace.cluster.supervisor.SimulatedSupervisor;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Two controllers, three supervisors and their workers, in one thread: their real code over a registry in memory, files
 * that they fetch from each other, and processes that can be killed, paused and cut off.
 */
final class SimulatedCluster implements AutoCloseable {

    private static final long SESSION_MILLIS = 10_000;
    private static final int FILES_AGE = 15;

    /** Task ids of spouts in {@link #TOPOLOGY}. */
    static final Set<Integer> SPOUTS = Set.of(1);

    static final List<String> NAMES = List.of("a", "b", "c");

    static final byte[] TOPOLOGY =
            TopologyJson.write(TestTopologies.counting(1, 0)).getBytes(StandardCharsets.UTF_8);

    /** The only region in which confined topologies may run: that of two of the three nodes. */
    static final String CONFINING_REGION = "eu";

    static String region(String node) {
        return node.equals("node3") ? "us" : CONFINING_REGION;
    }

    static boolean isConfined(TopologyRecord record) {
        return record.config().containsKey(TopologyKeys.REGIONS.name());
    }

    /** A process that may be up. */
    abstract class Host {
        final String name;
        MemoryZooKeeper.Client client;

        Host(String name) {
            this.name = name;
        }

        abstract void start() throws IOException;

        abstract void stepNow();

        abstract boolean isUp();

        void kill() {
            client.die();
        }

        /** Takes a pass, as its loop would. */
        void step() {
            try {
                stepNow();
            } catch (RegistryException | EphemeralNode.TakenException | ClusterException e) {
                // The process's loop logs this and goes on
            } catch (RuntimeException e) {
                throw new Violation(Invariant.NO_UNEXPECTED_ERROR, this + " at " + trace(), e);
            }
        }

        void deliver() {
            client.deliver();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    final class ControllerHost extends Host {
        SimulatedController controller;

        ControllerHost(String name) {
            super(name);
        }

        @Override
        void start() {
            client = zooKeeper.connect(name);
            controller = new SimulatedController(
                    name,
                    registry(client),
                    home(name),
                    () -> requests.sources(this),
                    () -> requests.keepers(this),
                    requests.reports(),
                    () -> deliverAll(this),
                    () -> nowMillis,
                    files);
        }

        @Override
        void stepNow() {
            controller.step();
        }

        @Override
        boolean isUp() {
            return controller != null;
        }

        @Override
        void kill() {
            super.kill();
            controller = null;
        }
    }

    final class NodeHost extends Host {
        SimulatedSupervisor supervisor;
        long stepBegan;

        NodeHost(String name) {
            super(name);
        }

        @Override
        void start() throws IOException {
            client = zooKeeper.connect(name);
            supervisor = new SimulatedSupervisor(
                    name,
                    region(name),
                    "cluster",
                    registry(client),
                    home(name),
                    () -> requests.sources(this),
                    (spec, directory, log) -> launch(spec.worker() + " of " + spec.topologyId(), directory, this),
                    directory -> Optional.ofNullable(running(directory)),
                    directory ->
                            running(directory) == null ? 0 : running(directory).heartbeat(),
                    directory -> Optional.ofNullable(running(directory))
                            .flatMap(process -> process.snapshot(++readings, finished::contains)),
                    () -> nowMillis,
                    files);
        }

        @Override
        void stepNow() {
            stepBegan = invariants.changes();
            supervisor.step();
        }

        @Override
        boolean isUp() {
            return supervisor != null;
        }

        @Override
        void kill() {
            super.kill();
            supervisor = null;
        }
    }

    final class WorkerHost extends Host {
        final SimulatedProcess process;

        WorkerHost(SimulatedProcess process) {
            super(process.toString());
            this.process = process;
            this.client = process.client();
        }

        @Override
        void start() {}

        @Override
        void stepNow() {
            process.step();
        }

        @Override
        boolean isUp() {
            return !process.gone();
        }

        @Override
        void kill() {
            process.kill();
        }
    }

    private final Path directory;
    final boolean calmNodes;
    private final BiFunction<Store, RegistryPaths, Store> mutant;
    final boolean keepsCopies;
    final RegistryPaths paths = new RegistryPaths("/millrace");
    final MemoryZooKeeper zooKeeper = new MemoryZooKeeper(SESSION_MILLIS);
    final Invariants invariants = new Invariants(zooKeeper, paths);
    final List<ControllerHost> controllers = new ArrayList<>();
    final List<NodeHost> nodes = new ArrayList<>();
    final Map<SimulatedProcess, WorkerHost> workers = new LinkedHashMap<>();
    final Set<Host> paused = new HashSet<>();

    /** The ids of topologies whose sources have no more tuples. */
    final Set<String> finished = new HashSet<>();

    /** A clock by which files grow old faster than processes do. */
    private final Clock files = new Clock() {
        private final Instant start = Instant.now();

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return start.plusMillis(FILES_AGE * nowMillis);
        }
    };

    private long readings;
    boolean isCalm;

    /** The ids of topologies that were submitted with the note that one machine has their files. */
    final Set<String> onOneMachine = new HashSet<>();

    long nowMillis;
    long pids;
    SplittableRandom random = new SplittableRandom(0);

    /** The process during whose transaction others go on. */
    Host interrupted;

    private final List<String> trace = new ArrayList<>();
    private final Map<String, Integer> reached = new TreeMap<>();
    private final HostRequests requests = new HostRequests(this);

    /**
     * @param calmNodes whether no node is cut off, paused or killed, so that no worker runs unseen
     * @param mutant makes a mutant of the registry's store
     * @param keepsCopies false for a mutant in which no node keeps a copy of another's file
     */
    SimulatedCluster(
            Path directory, boolean calmNodes, BiFunction<Store, RegistryPaths, Store> mutant, boolean keepsCopies)
            throws IOException {
        this.directory = directory;
        this.calmNodes = calmNodes;
        this.mutant = mutant;
        this.keepsCopies = keepsCopies;
        MemoryZooKeeper.Client founder = zooKeeper.connect("founder");
        new Registry(founder, paths).cluster("cluster");
        founder.close();
    }

    /**
     * Starts all processes.
     *
     * @param interrupt is called in each transaction with the client that makes it
     */
    void start(Consumer<MemoryZooKeeper.Client> interrupt) throws IOException {
        zooKeeper.onCommit((client, changes) -> interrupt.accept(client), invariants::check);
        for (int i = 1; i <= 2; i++) {
            controllers.add(new ControllerHost("controller" + i));
        }
        for (int i = 1; i <= 3; i++) {
            nodes.add(new NodeHost("node" + i));
        }
        for (Host host : hosts()) {
            host.start();
        }
    }

    /** Returns how often each kind of event happened, so that a test can see that the simulation reaches it. */
    Map<String, Integer> reached() {
        return reached;
    }

    /** Returns the events, for a failure's message. */
    String trace() {
        return String.join("; ", trace);
    }

    /** Delivers some events to all processes that are awake, each of which takes a pass. */
    void round(int millis) {
        for (Host host : shuffled(awake())) {
            for (int news = random.nextInt(4); news > 0; news--) {
                host.deliver();
            }
            if (host.isUp() && host != interrupted) {
                host.step();
            }
        }
        advance(millis);
    }

    void advance(long millis) {
        nowMillis += millis;
        zooKeeper.advance(millis);
    }

    Set<String> drained() {
        return zooKeeper.below(paths.drains()).stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<Host> hosts() {
        List<Host> all = new ArrayList<>(controllers);
        all.addAll(nodes);
        return all;
    }

    /** Returns the processes that are up and not paused. */
    List<Host> awake() {
        List<Host> all = hosts();
        all.addAll(workers.values());
        all.removeIf(host -> !host.isUp() || paused.contains(host) || host == interrupted);
        return all;
    }

    Optional<ControllerHost> leader() {
        return controllers.stream()
                .filter(host -> host.isUp() && !paused.contains(host) && host.controller.leads())
                .findFirst();
    }

    List<TopologyRecord> topologies() {
        return NAMES.stream()
                .flatMap(name -> zooKeeper.data(paths.topology(name)).stream())
                .map(data -> Json.read(data, TopologyRecord.class))
                .toList();
    }

    private Registry registry(MemoryZooKeeper.Client client) {
        return new Registry(mutant.apply(client, paths), paths);
    }

    Path home(String name) {
        return directory.resolve(name);
    }

    private SimulatedProcess launch(String name, WorkerDirectory where, NodeHost node) {
        MemoryZooKeeper.Client client = zooKeeper.connect(name + " pid " + ++pids);
        SimulatedProcess process = new SimulatedProcess(
                pids,
                where,
                client,
                this::registry,
                this::reachable,
                spec -> invariants.checkStop(spec, node.stepBegan),
                () -> nowMillis);
        workers.put(process, new WorkerHost(process));
        count("starts");
        return process;
    }

    SimulatedProcess running(WorkerDirectory where) {
        return workers.keySet().stream()
                .filter(process -> process.directory().equals(where) && !process.gone())
                .findFirst()
                .orElse(null);
    }

    private boolean reachable(PeerEndpoint peer) {
        return workers.keySet().stream().anyMatch(process -> process.pid() == peer.pid() && !process.gone());
    }

    void buryWorkers() {
        workers.keySet().removeIf(SimulatedProcess::gone);
        paused.removeIf(host -> host instanceof WorkerHost && !host.isUp());
    }

    static void deliverAll(Host host) {
        while (host.client.hasNews()) {
            host.client.deliver();
        }
    }

    <T> Optional<T> pick(List<T> from) {
        return from.isEmpty() ? Optional.empty() : Optional.of(from.get(random.nextInt(from.size())));
    }

    <T> List<T> shuffled(List<T> all) {
        List<T> order = new ArrayList<>(all);
        Collections.shuffle(order, new Random(random.nextLong()));
        return order;
    }

    void note(String what) {
        trace.add(what);
    }

    void count(String what) {
        reached.merge(what, 1, Integer::sum);
    }

    @Override
    public void close() throws IOException {
        Directories.remove(directory);
    }
}
