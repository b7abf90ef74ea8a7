// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.blob.BlobKeeper;
import io.millrace.cluster.blob.BlobSource;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.controller.SimulatedController;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.SupervisorReports;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.Store;
import io.millrace.cluster.simulation.Violation.Invariant;
import io.millrace.cluster.supervisor.SimulatedSupervisor;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.worker.SimulatedWorker;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two controllers, three supervisors and their workers, in one thread: their real code over a registry in memory, files
 * that they fetch from each other, and processes that can be killed, paused and cut off. Each step is chosen by its own
 * number alone, so that leaving out a step leaves the others as they are.
 */
final class ClusterSimulation implements AutoCloseable {

    private static final long SESSION_MILLIS = 10_000;
    private static final int MOST_CALM_ROUNDS = 600;
    private static final int FILES_AGE = 15;
    /** Task ids of spouts in {@link #TOPOLOGY}. */
    static final Set<Integer> SPOUTS = Set.of(1);

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final byte[] TOPOLOGY =
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
    private abstract class Host {
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

    private final class ControllerHost extends Host {
        private SimulatedController controller;

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
                    () -> sources(this),
                    () -> keepers(this),
                    new Reports(),
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

    private final class NodeHost extends Host {
        private SimulatedSupervisor supervisor;
        private long stepBegan;

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
                    () -> sources(this),
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

    private final class WorkerHost extends Host {
        private final SimulatedProcess process;

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
    private final boolean calmNodes;
    private final BiFunction<Store, RegistryPaths, Store> mutant;
    private final boolean keepsCopies;
    private final RegistryPaths paths = new RegistryPaths("/millrace");
    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper(SESSION_MILLIS);
    private final Invariants invariants = new Invariants(zooKeeper, paths);
    private final List<ControllerHost> controllers = new ArrayList<>();
    private final List<NodeHost> nodes = new ArrayList<>();
    private final Map<SimulatedProcess, WorkerHost> workers = new LinkedHashMap<>();
    private final Set<Host> paused = new HashSet<>();
    private final List<String> trace = new ArrayList<>();
    private final Map<String, Integer> reached = new TreeMap<>();
    /** The ids of topologies whose sources have no more tuples. */
    private final Set<String> finished = new HashSet<>();

    /** The existing files of each topology after the last step, by its id. */
    private Map<String, Set<Path>> namedFiles = new HashMap<>();

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
    private boolean isCalm;
    private boolean diskLost;

    /** The ids of topologies that were submitted with the note that one machine has their files. */
    private final Set<String> onOneMachine = new HashSet<>();

    private final List<Unanswered> unanswered = new ArrayList<>();
    private long requests;

    private long nowMillis;
    private long pids;
    private SplittableRandom random = new SplittableRandom(0);

    /** The process during whose transaction others go on. */
    private Host interrupted;

    /**
     * @param calmNodes whether no node is cut off, paused or killed, so that no worker runs unseen
     * @param mutant makes a mutant of the registry's store
     * @param keepsCopies false for a mutant in which no node keeps a copy of another's file
     */
    ClusterSimulation(
            Path directory, boolean calmNodes, BiFunction<Store, RegistryPaths, Store> mutant, boolean keepsCopies)
            throws IOException {
        this.directory = directory;
        this.calmNodes = calmNodes;
        this.mutant = mutant;
        this.keepsCopies = keepsCopies;
        MemoryZooKeeper.Client founder = zooKeeper.connect("founder");
        new Registry(founder, paths).cluster("cluster");
        founder.close();
        zooKeeper.onCommit(this::interrupt, invariants::check);
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

    /** Lets copies take a part of the registry for the whole. */
    void ignoreFailuresOfCopies() {
        zooKeeper.ignoreFailuresOfCopies();
    }

    // The following methods are the steps

    /** Makes these steps, and then lets all go on without faults until each topology has ended well and is removed. */
    void run(List<Long> steps) throws IOException {
        for (long step : steps) {
            random = new SplittableRandom(step);
            step();
            checkAll();
        }
        calm();
        killAll();
    }

    private void step() throws IOException {
        int kind = random.nextInt(100);
        if (kind < 30) {
            pick(awake()).ifPresent(Host::deliver);
        } else if (kind < 50) {
            pick(awake()).ifPresent(Host::step);
        } else if (kind < 72) {
            round(random.nextInt(1, 400));
        } else if (kind < 78) {
            advance(random.nextInt(1, 4_000));
        } else if (kind < 88) {
            ask();
        } else {
            fault();
        }
    }

    /** Delivers some events to all processes that are awake, each of which takes a pass. */
    private void round(int millis) {
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

    private void advance(long millis) {
        nowMillis += millis;
        zooKeeper.advance(millis);
    }

    private void fault() throws IOException {
        switch (random.nextInt(17)) {
            case 0 ->
                pick(mayBeCut()).ifPresent(host -> {
                    note(host + " is cut off");
                    host.client.cut();
                });
            case 1, 2 -> pick(mayBeCut()).ifPresent(host -> host.client.heal());
            case 3 -> pick(mayBeCut()).ifPresent(this::pause);
            case 12 ->
                pick(calmNodes ? List.<WorkerHost>of() : List.copyOf(workers.values()))
                        .ifPresent(this::pause);
            case 4, 5 -> resumeOne();
            case 6 ->
                pick(controllers.stream().filter(Host::isUp).toList()).ifPresent(host -> {
                    note(host + " is killed");
                    host.kill();
                });
            case 7 ->
                pick(nodes.stream()
                                .filter(Host::isUp)
                                .filter(host -> !calmNodes)
                                .toList())
                        .ifPresent(host -> {
                            note("the supervisor of " + host + " is killed");
                            host.kill();
                        });
            case 8 ->
                pick(List.copyOf(workers.values())).ifPresent(host -> {
                    note(host + " is killed");
                    host.kill();
                });
            case 9 ->
                pick(List.copyOf(workers.values()))
                        .filter(host -> host.process.worker().isPresent() && random.nextInt(3) == 0)
                        .ifPresent(host -> {
                            note(host + " fails its topology");
                            host.process.failTopology();
                        });
            case 14 ->
                pick(topologies()).filter(record -> random.nextInt(2) == 0).ifPresent(record -> {
                    note("the source of " + record.id() + " has finished");
                    finished.add(record.id());
                });
            case 13 -> pick(hosts()).filter(host -> !calmNodes && !diskLost).ifPresent(this::loseMachine);
            default -> startOne();
        }
        buryWorkers();
    }

    /** A machine with its processes, and its disk, once in a run. */
    private void loseMachine(Host host) {
        note(host + " is lost with its disk");
        diskLost = true;
        if (host.isUp()) {
            host.kill();
        }
        paused.remove(host);
        workers.values().stream()
                .filter(worker -> worker.process.directory().path().startsWith(home(host.name)))
                .forEach(Host::kill);
        try {
            Directories.remove(home(host.name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        namedFiles.values().forEach(files -> files.removeIf(file -> file.startsWith(home(host.name))));
        count("lost disks");
    }

    private void pause(Host host) {
        if (paused.add(host)) {
            note(host + " is paused");
            host.client.cut();
        }
    }

    private void resumeOne() {
        pick(List.copyOf(paused)).ifPresent(host -> {
            paused.remove(host);
            host.client.heal();
        });
    }

    private void startOne() throws IOException {
        Optional<Host> down = pick(hosts().stream().filter(host -> !host.isUp()).toList());
        if (down.isPresent()) {
            note(down.get() + " is started");
            paused.remove(down.get());
            down.get().start();
        }
    }

    private List<Host> mayBeCut() {
        return hosts().stream()
                .filter(Host::isUp)
                .filter(host -> !calmNodes || host instanceof ControllerHost)
                .toList();
    }

    /** A client asks the controller that leads. */
    private void ask() {
        Optional<ControllerHost> leader = leader();
        if (leader.isEmpty() || leader.get() == interrupted) {
            return;
        }
        SimulatedController controller = leader.get().controller;
        String name = NAMES.get(random.nextInt(NAMES.size()));
        try {
            checkAnswer(leader.get());
            if (!unanswered.isEmpty() && random.nextBoolean()) {
                repeat(controller, unanswered.remove(random.nextInt(unanswered.size())));
                return;
            }
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> submit(controller, name, random.nextInt(1, 4));
                case 3 -> {
                    note("kill " + name);
                    controller.kill(name);
                }
                case 4 -> controller.setActive(name, random.nextBoolean());
                case 5 -> {
                    String node = nodes.get(random.nextInt(nodes.size())).name;
                    note((drained().contains(node) ? "undrain " : "drain ") + node);
                    if (drained().contains(node)) {
                        controller.undrain(node);
                    } else {
                        controller.drain(node);
                        count("drains");
                    }
                }
                default -> {
                    note("rebalance " + name);
                    RebalanceRequest request = new RebalanceRequest(false, "even", random.nextInt(1, 4), Map.of());
                    String id = "rebalance-" + ++requests;
                    long number = controller.rebalance(name, request, id);
                    count("rebalances");
                    if (number != 0) {
                        // Only the last rebalance of a topology is remembered
                        unanswered.removeIf(other ->
                                other.name().equals(name) && other.what().equals("rebalances"));
                        mayLose("rebalances", name, again -> again.rebalance(name, request, id), number);
                    }
                }
            }
        } catch (ClusterException | RegistryException e) {
            // The request is refused with a reason, or the registry is away
        } catch (RuntimeException e) {
            throw new Violation(Invariant.NO_UNEXPECTED_ERROR, controller + " answers a client, at " + trace(), e);
        }
    }

    private void checkAnswer(ControllerHost leader) {
        leader.controller.list().ifPresent(names -> {
            Set<String> there = topologies().stream().map(TopologyRecord::name).collect(Collectors.toSet());
            Invariants.require(
                    !leader.client.reachable() || names.containsAll(there),
                    Invariant.NO_ANSWER_LEAVES_OUT_A_TOPOLOGY,
                    leader + " tells of " + names + ", and there are " + there + ", after " + trace());
        });
    }

    /**
     * A client that has not received the answer to its request.
     *
     * @param topologyId the id of the topology that the request has made or changed
     * @param send sends the request again, and returns the answer
     */
    private record Unanswered(
            String what, String name, String topologyId, Function<SimulatedController, Object> send, Object first) {}

    private void mayLose(String what, String name, Function<SimulatedController, Object> send, Object first) {
        if (random.nextInt(2) == 0) {
            idOf(name).ifPresent(id -> unanswered.add(new Unanswered(what, name, id, send, first)));
        }
    }

    private Optional<String> idOf(String name) {
        return zooKeeper
                .data(paths.topology(name))
                .map(data -> Json.read(data, TopologyRecord.class).id());
    }

    /** Sends a request again, unless its topology is gone, to the present leader. */
    private void repeat(SimulatedController controller, Unanswered client) {
        if (!idOf(client.name()).equals(Optional.of(client.topologyId()))) {
            return;
        }
        note("repeats one of the " + client.what() + " of " + client.topologyId() + " at " + controller);
        Object answer;
        try {
            answer = client.send().apply(controller);
        } catch (ClusterException e) {
            Invariants.require(
                    e.reason() == Reason.NO_CLUSTER,
                    Invariant.REPEATED_REQUESTS_ARE_DONE_ONCE,
                    e.getMessage() + ", after " + trace());
            return;
        }
        Invariants.require(
                client.first().equals(answer),
                Invariant.REPEATED_REQUESTS_ARE_DONE_ONCE,
                "the answer was " + client.first() + ", and is " + answer + ", after " + trace());
        count("repeated " + client.what());
    }

    private void submit(SimulatedController controller, String name, int size) {
        byte[] lib = "a library of all".getBytes(StandardCharsets.UTF_8);
        byte[] jar = ("jar of " + name + pids).getBytes(StandardCharsets.UTF_8);
        try {
            controller.blobs().put(Digest.of(jar), new ByteArrayInputStream(jar));
            controller.blobs().put(Digest.of(lib), new ByteArrayInputStream(lib));
            controller.blobs().put(Digest.of(TOPOLOGY), new ByteArrayInputStream(TOPOLOGY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> config = new TreeMap<>(Map.of(
                TopologyKeys.WORKERS.name(), Integer.toString(size), TopologyKeys.SCHEDULER_ALGORITHM.name(), "even"));
        if (random.nextInt(3) == 0) {
            config.put(TopologyKeys.REGIONS.name(), CONFINING_REGION);
        }
        SubmitRequest request = new SubmitRequest(
                name,
                Digest.of(TOPOLOGY),
                List.of(new SubmittedJar("t.jar", Digest.of(jar)), new SubmittedJar("lib.jar", Digest.of(lib))),
                List.of(),
                config);
        String id = "submission-" + ++requests;
        TopologyInfo submitted = controller.submit(request, id);
        for (int again = 0; submitted == null && again < 10; again++) {
            // The topology's files are being copied meanwhile
            round(random.nextInt(1, 200));
            submitted = controller.submit(request, id);
        }
        if (submitted != null) {
            note("submitted " + submitted.id() + " by " + controller);
            count("submissions");
            if (config.containsKey(TopologyKeys.REGIONS.name())) {
                count("confined");
            }
            if (submitted.remarks().note() != null) {
                onOneMachine.add(submitted.id());
            }
            mayLose("submissions", name, again -> again.submit(request, id), submitted);
        }
    }

    /** Lets others go on during a transaction, as if the process that makes it were paused then. */
    private void interrupt(MemoryZooKeeper.Client client, Object changes) {
        if (isCalm || interrupted != null || random.nextInt(12) != 0) {
            return;
        }
        interrupted = hosts().stream()
                .filter(host -> host.client == client)
                .findFirst()
                .or(() -> workers.values().stream()
                        .filter(host -> host.client == client)
                        .findFirst()
                        .map(host -> host))
                .orElse(null);
        if (interrupted == null) {
            return;
        }
        Host own = interrupted;
        try {
            boolean goesLong = random.nextInt(3) == 0 && mayBeCut().contains(own);
            if (goesLong) {
                note(own + " is paused in a change");
                client.cut();
            }
            for (int rounds = random.nextInt(1, 8); rounds > 0; rounds--) {
                round(goesLong ? 2_000 : 50);
                if (random.nextInt(6) == 0) {
                    ask();
                }
            }
            if (goesLong) {
                // Its client connects again, hears of that on another thread, and sends the change again
                client.heal();
                while (client.hasNews()) {
                    client.deliver();
                }
                count("changes after a pause");
            }
        } finally {
            interrupted = null;
        }
    }

    // The following methods are for the end of a run

    private void calm() throws IOException {
        random = new SplittableRandom(42);
        isCalm = true;
        note("calm");
        while (!paused.isEmpty()) {
            resumeOne();
        }
        for (Host host : hosts()) {
            if (!host.isUp()) {
                host.start();
            }
            host.client.heal();
        }
        workers.values().forEach(host -> host.client.heal());
        until(Invariant.EACH_TOPOLOGY_ENDS_WELL, () -> {
            // Two topologies have room on two nodes
            boolean fits = topologies().size() <= 2 && topologies().stream().noneMatch(ClusterSimulation::isConfined);
            int kept = fits ? 1 : 0;
            leader().ifPresent(host ->
                    drained().stream().skip(kept).forEach(node -> undrainQuietly(host.controller, node)));
            return unsettled().or(this::undrained);
        });
        if (!drained().isEmpty()) {
            count("drained nodes");
        }
        topologies().forEach(record -> count("ended " + record.status()));
    }

    private void killAll() {
        note("kill all");
        until(Invariant.NOTHING_IS_LEFT, () -> {
            leader().ifPresent(host -> topologies().stream()
                    .filter(record -> record.status() != Status.KILLED)
                    .forEach(record -> killQuietly(host.controller, record.name())));
            return left();
        });
    }

    private static void undrainQuietly(SimulatedController controller, String node) {
        try {
            controller.undrain(node);
        } catch (ClusterException | RegistryException e) {
            // The request is sent again in the next round
        }
    }

    private Set<String> drained() {
        return zooKeeper.below(paths.drains()).stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the topologies that are left on drained nodes though the others have room for all. */
    private Optional<String> undrained() {
        Set<String> drained = drained();
        List<WorkerPlan> all = topologies().stream()
                .filter(record -> record.status() == Status.ACTIVE || record.status() == Status.INACTIVE)
                .flatMap(record -> zooKeeper.data(paths.assignment(record.name(), record.id())).stream())
                .flatMap(data -> Json.read(data, AssignmentRecord.class).workers().stream())
                .toList();
        boolean completed = topologies().stream().anyMatch(record -> record.status() == Status.COMPLETED);
        if (completed || all.size() > (nodes.size() - drained.size()) * SimulatedSupervisor.SLOTS) {
            return Optional.empty();
        }
        return all.stream()
                .filter(plan -> drained.contains(plan.node()))
                .findFirst()
                .map(plan -> plan + " is on a drained node");
    }

    private static void killQuietly(SimulatedController controller, String name) {
        try {
            controller.kill(name);
        } catch (ClusterException | RegistryException e) {
            // The request is sent again in the next round
        }
    }

    private interface Check {
        /** Returns the condition that does not hold yet; empty if all hold. */
        Optional<String> missing();
    }

    private void until(Invariant invariant, Check check) {
        Optional<String> missing = Optional.empty();
        for (int round = 0; round < MOST_CALM_ROUNDS; round++) {
            missing = check.missing();
            if (missing.isEmpty()) {
                return;
            }
            for (Host host : shuffled(awake())) {
                deliverAll(host);
                if (host.isUp()) {
                    host.step();
                }
            }
            buryWorkers();
            advance(random.nextInt(100, 600));
            checkAll();
        }
        throw new Violation(invariant, missing.get() + ", after " + trace());
    }

    private Optional<String> unsettled() {
        for (TopologyRecord record : topologies()) {
            Optional<String> problem = unsettled(record);
            if (problem.isPresent()) {
                return problem;
            }
        }
        Set<String> ids =
                new HashSet<>(topologies().stream().map(TopologyRecord::id).toList());
        return workers.values().stream()
                .flatMap(host -> host.process.worker().stream())
                .filter(worker -> !ids.contains(worker.spec().topologyId()))
                .findFirst()
                .map(worker -> worker.spec().worker() + " of the removed "
                        + worker.spec().topologyId() + " still runs");
    }

    private Optional<String> unsettled(TopologyRecord record) {
        List<SimulatedWorker> running = workers.values().stream()
                .flatMap(host -> host.process.worker().stream())
                .filter(worker -> worker.spec().topologyId().equals(record.id()))
                .toList();
        if (record.status() == Status.KILLED) {
            return Optional.of(record.id() + " is still being killed");
        }
        if (record.status() == Status.FAILED) {
            return record.failure() == null || record.failure().isBlank()
                    ? Optional.of(record.id() + " has failed without a reason")
                    : running.isEmpty() ? Optional.empty() : Optional.of(record.id() + " has failed, and workers run");
        }
        if (record.status() == Status.ACTIVE && finished.contains(record.id())) {
            return Optional.of(record.id() + " has finished and is not completed");
        }
        Optional<AssignmentRecord> assignment = zooKeeper
                .data(paths.assignment(record.name(), record.id()))
                .map(data -> Json.read(data, AssignmentRecord.class));
        if (assignment.isEmpty() && isConfined(record) && isFull(CONFINING_REGION)) {
            return Optional.empty();
        }
        if (assignment.isEmpty() || assignment.get().rebalancing()) {
            return Optional.of(record.id() + " has the assignment " + assignment);
        }
        if (running.size() != assignment.get().workers().size()) {
            return Optional.of(running.size() + " workers of " + record.id() + " run, and " + assignment);
        }
        for (WorkerPlan plan : assignment.get().workers()) {
            boolean runs = running.stream()
                    .filter(worker -> worker.spec().worker().equals(plan.worker()))
                    .filter(worker -> worker.spec().node().equals(plan.node()))
                    .anyMatch(worker -> worker.isOpen()
                            && worker.isActive() == (record.status() != Status.INACTIVE)
                            && worker.spec().epoch()
                                    == zooKeeper.version(paths.start(record.name(), record.id(), plan.worker())));
            if (!runs) {
                return Optional.of(plan + " of " + record.id() + " does not run as it should: " + running);
            }
        }
        return Optional.empty();
    }

    private boolean isFull(String region) {
        long used = topologies().stream()
                .flatMap(record -> zooKeeper.data(paths.assignment(record.name(), record.id())).stream())
                .flatMap(data -> Json.read(data, AssignmentRecord.class).wanted().stream())
                .filter(plan -> region(plan.node()).equals(region))
                .count();
        long there =
                nodes.stream().filter(node -> region(node.name).equals(region)).count();
        return used >= there * SimulatedSupervisor.SLOTS;
    }

    private Optional<String> left() {
        List<String> nodesLeft = zooKeeper.below(paths.topologies());
        if (!nodesLeft.isEmpty()) {
            return Optional.of("the registry still has " + nodesLeft);
        }
        if (!workers.isEmpty()) {
            return Optional.of(workers.values() + " still run");
        }
        for (NodeHost node : nodes) {
            try (Stream<Path> files = Files.list(home(node.name).resolve("ipc"))) {
                Optional<Path> file = files.findFirst();
                if (file.isPresent()) {
                    return Optional.of(file.get() + " is left");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Optional.empty();
    }

    private void checkAll() {
        buryWorkers();
        for (TopologyRecord record : topologies()) {
            Invariants.require(
                    record.status() != Status.COMPLETED || finished.contains(record.id()),
                    Invariant.NOTHING_COMPLETES_TOO_EARLY,
                    record.id() + " is completed, and its source has not finished, after " + trace());
            if (!record.ended() && !onOneMachine.contains(record.id())) {
                for (String digest : record.digests().toList()) {
                    Invariants.require(
                            hosts().stream()
                                    .anyMatch(host -> Files.exists(
                                            home(host.name).resolve("blobs").resolve(digest))),
                            Invariant.NO_FILE_IS_LOST,
                            digest + " of " + record.id() + " is nowhere, after " + trace());
                }
            }
        }
        checkFiles();
        if (calmNodes) {
            checkOpenTasks();
        }
    }

    /** Checks that no process deletes a file that a topology names. A later one may name a deleted file. */
    private void checkFiles() {
        Map<String, Set<Path>> there = new HashMap<>();
        for (TopologyRecord record : topologies()) {
            Set<Path> found = hosts().stream()
                    .flatMap(host -> record.digests()
                            .map(digest -> home(host.name).resolve("blobs").resolve(digest)))
                    .filter(Files::exists)
                    .collect(Collectors.toSet());
            namedFiles
                    .getOrDefault(record.id(), Set.of())
                    .forEach(file -> Invariants.require(
                            found.contains(file),
                            Invariant.NO_NAMED_FILE_IS_DELETED,
                            file + " of " + record.id() + " is deleted, after " + trace()));
            there.put(record.id(), found);
        }
        namedFiles = there;
    }

    private void checkOpenTasks() {
        Map<String, String> open = new HashMap<>();
        for (WorkerHost host : workers.values()) {
            host.process.worker().filter(SimulatedWorker::isOpen).ifPresent(worker -> {
                for (int task : worker.spec().plan().tasks()) {
                    String other = open.put(worker.spec().topologyId() + " " + task, host.name);
                    Invariants.require(
                            other == null,
                            Invariant.NO_TASK_IS_OPEN_TWICE,
                            "task " + task + " is open in " + other + " and " + host + ", after " + trace());
                }
            });
        }
    }

    // The following methods are for the cluster

    private List<Host> hosts() {
        List<Host> all = new ArrayList<>(controllers);
        all.addAll(nodes);
        return all;
    }

    /** Returns the processes that are up and not paused. */
    private List<Host> awake() {
        List<Host> all = hosts();
        all.addAll(workers.values());
        all.removeIf(host -> !host.isUp() || paused.contains(host) || host == interrupted);
        return all;
    }

    private Optional<ControllerHost> leader() {
        return controllers.stream()
                .filter(host -> host.isUp() && !paused.contains(host) && host.controller.leads())
                .findFirst();
    }

    private List<TopologyRecord> topologies() {
        return NAMES.stream()
                .flatMap(name -> zooKeeper.data(paths.topology(name)).stream())
                .map(data -> Json.read(data, TopologyRecord.class))
                .toList();
    }

    private Registry registry(MemoryZooKeeper.Client client) {
        return new Registry(mutant.apply(client, paths), paths);
    }

    private Path home(String name) {
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

    private SimulatedProcess running(WorkerDirectory where) {
        return workers.keySet().stream()
                .filter(process -> process.directory().equals(where) && !process.gone())
                .findFirst()
                .orElse(null);
    }

    private boolean reachable(PeerEndpoint peer) {
        return workers.keySet().stream().anyMatch(process -> process.pid() == peer.pid() && !process.gone());
    }

    private void buryWorkers() {
        workers.keySet().removeIf(SimulatedProcess::gone);
        paused.removeIf(host -> host instanceof WorkerHost && !host.isUp());
    }

    /** The answers of the supervisors that can be reached. */
    private final class Reports implements SupervisorReports {

        @Override
        public List<TraceRecord> traces(Collection<SupervisorRecord> supervisors, String topologyId) {
            return List.of();
        }

        private Stream<NodeHost> answering(Collection<SupervisorRecord> asked) {
            Set<String> names = asked.stream().map(SupervisorRecord::node).collect(Collectors.toSet());
            return nodes.stream()
                    .filter(host -> names.contains(host.name))
                    .filter(host -> host.isUp() && !paused.contains(host) && host.client.reachable());
        }

        @Override
        public List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return answering(supervisors)
                    .flatMap(
                            host -> host.supervisor.reports().stream().map(report -> new NodeReport(host.name, report)))
                    .toList();
        }

        @Override
        public CompletableFuture<List<NodeReport>> askReports(
                Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return CompletableFuture.completedFuture(reports(supervisors, detail));
        }

        @Override
        public List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors) {
            return answering(supervisors)
                    .flatMap(host -> host.supervisor.finishedTasks().stream())
                    .toList();
        }
    }

    /** Returns the other machines that are asked to keep a file. */
    private List<BlobKeeper> keepers(Host own) {
        return hosts().stream()
                .filter(host -> host != own && host.isUp())
                .map(host -> (BlobKeeper) new Keeper(host))
                .toList();
    }

    private final class Keeper implements BlobKeeper {
        private final Host host;

        Keeper(Host host) {
            this.host = host;
        }

        @Override
        public boolean elsewhere() {
            return true;
        }

        @Override
        public boolean keep(String digest) throws IOException {
            if (paused.contains(host) || !host.client.reachable() || !host.isUp()) {
                throw new IOException(host + " does not answer");
            }
            if (!keepsCopies) {
                return true;
            }
            return host instanceof ControllerHost controller
                    ? controller.controller.keep(digest)
                    : ((NodeHost) host).supervisor.keep(digest);
        }

        @Override
        public String toString() {
            return host.name;
        }
    }

    /** Returns the disks of other machines that are up and not cut off. */
    private List<BlobSource> sources(Host own) {
        return hosts().stream()
                .filter(host -> host != own && host.isUp())
                .map(host -> (BlobSource) digest -> {
                    if (paused.contains(host) || !host.client.reachable() || !host.isUp()) {
                        throw new IOException(host + " does not answer");
                    }
                    BlobStore blobs = host instanceof ControllerHost controller
                            ? controller.controller.blobs()
                            : ((NodeHost) host).supervisor.blobs();
                    return Files.newInputStream(blobs.get(digest)
                            .orElseThrow(() -> new ClusterException(Reason.NOT_FOUND, "not on " + host)));
                })
                .toList();
    }

    private static void deliverAll(Host host) {
        while (host.client.hasNews()) {
            host.client.deliver();
        }
    }

    private <T> Optional<T> pick(List<T> from) {
        return from.isEmpty() ? Optional.empty() : Optional.of(from.get(random.nextInt(from.size())));
    }

    private <T> List<T> shuffled(List<T> all) {
        List<T> order = new ArrayList<>(all);
        Collections.shuffle(order, new Random(random.nextLong()));
        return order;
    }

    private void note(String what) {
        trace.add(what);
    }

    private void count(String what) {
        reached.merge(what, 1, Integer::sum);
    }

    @Override
    public void close() throws IOException {
        Directories.remove(directory);
    }
}
