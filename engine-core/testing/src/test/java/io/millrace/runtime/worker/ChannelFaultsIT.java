// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.TestWorkers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ChannelFigure;
import io.millrace.runtime.geo.ReceivingEnd;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.PeerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two workers in different regions and a relay, over TCP with wires that delay, cut, hold and slow down bytes.
 * {@link RelayKillIT} kills and stops processes that relay.
 */
@Timeout(120)
class ChannelFaultsIT {

    private static final long ONE_WAY_NANOS = 20_000_000L;
    private static final int NUMBERS = 16_000;
    private static final int PER_SECOND = 4_000;
    private static final long MEMORY = 1 << 20;
    private static final int BATCH_BYTES = 64 << 10;
    private static final Map<String, String> NODES = Map.of("w1", "n1@eu", "w2", "n2@us", "r1", "n3@eu");

    @TempDir
    private Path directory;

    private final Map<String, FaultyWire> wires = new HashMap<>();
    private final Map<String, WorkerRuntime> workers = new HashMap<>();
    private final List<WorkerRuntime> stale = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Random random = new Random(1);

    private interface Happening {
        void to(ChannelFaultsIT test);
    }

    private enum Fault {
        ROUTE_CUT_AND_HEALED(test -> {
            for (int i = 0; i < 3; i++) {
                test.between("w1", "w2").forEach(FaultyWire::cut);
                pass(Duration.ofMillis(400));
                test.between("w1", "w2").forEach(FaultyWire::heal);
                pass(Duration.ofMillis(400));
            }
        }),
        ROUTE_BLACK_HOLED_FORTH(test -> {
            test.wire("w2", "w1").hold(true, false);
            pass(Duration.ofSeconds(2));
        }),
        ROUTE_BLACK_HOLED_BACK(test -> {
            test.wire("w1", "w2").hold(true, false);
            pass(Duration.ofSeconds(2));
        }),
        RECEIVER_PAUSED(test -> {
            Stream.of("w2", "r1")
                    .flatMap(other -> test.between("w1", other).stream())
                    .forEach(wire -> wire.hold(true, true));
            pass(Duration.ofSeconds(4));
        }),
        LOSS_AND_REORDERING(test -> {
            test.wires.values().forEach(wire -> wire.lossy(0.05));
            for (int i = 0; i < 4; i++) {
                pass(Duration.ofMillis(500));
                test.wires.values().forEach(FaultyWire::breakConnections);
            }
        }),
        OTHER_ROUTES_AT_EACH_BATCH(test -> {
            List<FaultyWire> ways = Stream.of("w1", "r1")
                    .flatMap(other -> test.between("w2", other).stream())
                    .toList();
            for (int i = 0; i < 100; i++) {
                FaultyWire wire = ways.get(test.random.nextInt(ways.size()));
                if (test.random.nextBoolean()) {
                    wire.cut();
                } else {
                    wire.heal();
                }
                pass(Duration.ofMillis(20));
            }
        });

        private final Happening happens;

        Fault(Happening happens) {
            this.happens = happens;
        }
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        await(() -> System.nanoTime() >= end);
    }

    private FaultyWire wire(String from, String to) {
        return wires.get(from + " > " + to);
    }

    private List<FaultyWire> between(String one, String other) {
        return List.of(wire(one, other), wire(other, one));
    }

    private static Topology topology(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new PacedNumbers(test, NUMBERS, PER_SECOND));
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("numbers");
        return builder.build();
    }

    private WorkerRuntime start(String worker, long epoch, String test, Guarantee guarantee, String order) {
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, guarantee)
                .with(TopologyKeys.GEO_ORDER, order)
                // Acks that a connection loses are missing for this time
                .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(6))
                .with(TopologyKeys.GEO_BATCH_MAX_BYTES, (long) BATCH_BYTES)
                .with(TopologyKeys.GEO_MEMORY, MEMORY);
        String node = NODES.get(worker);
        WorkerSpec spec = new WorkerSpec(
                new WorkerIdentity("topology-1", "test", worker, node, epoch),
                new WorkerSpec.Program(
                        topology(test),
                        config,
                        ChannelFaultsIT.class.getClassLoader(),
                        () -> null), // Task 1 is in w2, task 2 in w1
                new TaskPlacement(Map.of(1, "w2", 2, "w1"), NODES),
                1,
                new WorkerSpec.Files(directory.resolve(worker + "-" + epoch), null),
                new NetSettings(
                        "cluster-1",
                        new LinkSecret(new byte[32]),
                        "127.0.0.1",
                        null,
                        node.substring(node.indexOf('@') + 1)),
                null);
        return WorkerRuntime.start(spec, new RewiredNetwork(peer -> by(worker, peer)), failures::add);
    }

    /** Returns the address of a wire: each worker connects to each other one by a wire. */
    private synchronized PeerAddress by(String from, PeerAddress peer) {
        FaultyWire wire = wires.computeIfAbsent(from + " > " + peer.workerId(), name -> {
            try {
                return new FaultyWire(peer.port(), ONE_WAY_NANOS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        wire.leadTo(peer.port());
        return RewiredNetwork.at(wire.port(), peer);
    }

    private void announce() {
        List<PeerEndpoint> all =
                workers.values().stream().map(WorkerRuntime::endpoint).toList();
        workers.values().forEach(worker -> worker.peers(all));
        // The wires are made here so that a test can break them before they are used
        for (String from : NODES.keySet()) {
            for (PeerEndpoint to : all) {
                if (!to.worker().equals(from)) {
                    by(from, new PeerAddress("127.0.0.1", to.port(), to.worker(), to.epoch()));
                }
            }
        }
    }

    private Journal begin(String test, Guarantee guarantee, String order) {
        Journal journal = Journal.fresh(test);
        NODES.keySet().forEach(worker -> workers.put(worker, start(worker, 1, test, guarantee, order)));
        announce();
        workers.values().forEach(Worker::activate);
        await(() -> journal.seen.size() > NUMBERS / 20);
        return journal;
    }

    static Stream<Arguments> faults() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(Guarantee.AT_MOST_ONCE, Guarantee.AT_LEAST_ONCE)
                        .flatMap(guarantee ->
                                Stream.of("ordered", "unordered").map(order -> Arguments.of(fault, guarantee, order))));
    }

    /** Returns some of the faults; the others are in the long profile. */
    static Stream<Arguments> someFaults() {
        return Stream.of(Arguments.of(Fault.ROUTE_BLACK_HOLED_FORTH, Guarantee.AT_MOST_ONCE, "ordered"));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("faults")
    void noFaultLosesRepeatsOrMixes(Fault fault, Guarantee guarantee, String order) {
        nothingIsLostRepeatedOrOutOfOrder(fault, guarantee, order);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("someFaults")
    void nothingIsLostRepeatedOrOutOfOrder(Fault fault, Guarantee guarantee, String order) {
        Journal journal = begin(fault + "-" + guarantee + "-" + order, guarantee, order);
        AtomicLong longest = new AtomicLong();
        AtomicLong mostKept = new AtomicLong();
        Thread watch = watch(journal, longest, mostKept);
        fault.happens.to(this);
        wires.values().forEach(FaultyWire::heal);
        await(() ->
                guarantee == Guarantee.AT_MOST_ONCE ? journal.seen.size() >= NUMBERS : journal.acked.size() == NUMBERS);
        watch.interrupt();

        List<Object> seen = List.copyOf(journal.seen);
        List<Object> delivered = new ArrayList<>(new LinkedHashSet<>(seen));
        assertThat(
                        order.equals("ordered")
                                ? delivered
                                : delivered.stream().sorted().toList())
                .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
        // Acks do not go by channels: trees whose acks were lost fail, and are repeated
        assertThat(seen)
                .hasSize(NUMBERS
                        + journal.failed.values().stream()
                                .mapToInt(Integer::intValue)
                                .sum());
        assertThat(mostKept.get()).isLessThanOrEqualTo(MEMORY + BATCH_BYTES);
        assertThat(workers.get("w1").snapshot().capabilities().channels().receiving())
                .extracting(ReceivingEnd::dropped)
                .allMatch(Map::isEmpty);
        assertThat(failures).isEmpty();
        System.out.printf(
                "%s, %s, %s: nothing came for %d ms at most, %d kB kept at most%n",
                fault, guarantee, order, longest.get() / 1_000_000, mostKept.get() >> 10);
    }

    /** Notes the longest time without a tuple, and how much the sending end keeps. */
    private Thread watch(Journal journal, AtomicLong longest, AtomicLong mostKept) {
        WorkerRuntime source = workers.get("w2");
        Thread watch = new Thread(
                () -> {
                    int size = journal.seen.size();
                    long since = System.nanoTime();
                    while (!Thread.currentThread().isInterrupted()) {
                        long now = System.nanoTime();
                        if (journal.seen.size() > size) {
                            size = journal.seen.size();
                            longest.accumulateAndGet(now - since, Math::max);
                            since = now;
                        }
                        source.snapshot().capabilities().channels().sending().stream()
                                .mapToLong(end -> end.figures().get(ChannelFigure.KEPT_BYTES))
                                .forEach(kept -> mostKept.accumulateAndGet(kept, Math::max));
                        LockSupport.parkNanos(1_000_000);
                    }
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    /** The successor begins again while the earlier one goes on. */
    @Tag("long")
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("guaranteesAndOrders")
    void nothingOfAnEarlierWorkerComesAfterWhatItsSuccessorHasSent(Guarantee guarantee, String order) {
        String test = "stale-" + guarantee + "-" + order;
        Journal journal = begin(test, guarantee, order);
        stale.add(workers.get("w2"));
        wires.values().forEach(wire -> wire.hold(true, true));
        workers.put("w2", start("w2", 2, test, guarantee, order));
        announce();
        wires.values().forEach(FaultyWire::heal);
        workers.get("w2").activate();
        await(() -> journal.seen.contains(NUMBERS - 1));
        await(() -> journal.seen.size() >= NUMBERS);
        List<Object> seen = List.copyOf(journal.seen);
        assertThat(seen).hasSizeGreaterThan(NUMBERS);
        List<Object> later = seen.subList(seen.size() - NUMBERS, seen.size());
        assertThat(order.equals("ordered") ? later : later.stream().sorted().toList())
                .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
        assertThat(failures).isEmpty();
    }

    static Stream<Arguments> guaranteesAndOrders() {
        return Stream.of(Guarantee.AT_MOST_ONCE, Guarantee.AT_LEAST_ONCE)
                .flatMap(guarantee -> Stream.of("ordered", "unordered").map(order -> Arguments.of(guarantee, order)));
    }

    @AfterEach
    void end() throws IOException {
        workers.values().forEach(Worker::close);
        stale.forEach(Worker::close);
        for (FaultyWire wire : wires.values()) {
            wire.close();
        }
    }
}
