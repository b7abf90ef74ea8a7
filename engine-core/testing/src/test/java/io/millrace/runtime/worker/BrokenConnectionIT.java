// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.agent.PointerStore;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.PeerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers on two nodes count exactly once, over TCP with wires that are cut, or hold bytes for longer than a
 * connection counts as alive. {@link BrokenConnectionTest} does it by seeds, in simulated time.
 */
@Timeout(120)
class BrokenConnectionIT {

    private static final Map<String, String> NODES = Map.of("w1", "n1", "w2", "n2");
    private static final Duration CUT = Duration.ofSeconds(12);
    private static final long PAUSE_NANOS = 5_000_000;

    /** The settings, by which no snapshot can be waited for until its time is over: the test would end before. */
    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100))
            .with(TopologyKeys.SNAPSHOT_TIMEOUT, Duration.ofHours(1));

    @TempDir
    private Path directory;

    private final SnapshotStore store = new MemorySnapshotStore();
    private final PointerStore pointers = new MemoryPointer();
    private final Map<String, FaultyWire> wires = new HashMap<>();
    private final Map<String, WorkerRuntime> workers = new HashMap<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    private static Topology topology(OutsideWorld world) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new OutsideWorld.Numbers(Integer.MAX_VALUE, PAUSE_NANOS), 2);
        builder.setBolt("pass", new OutsideWorld.Pass(), 3).shuffle("numbers");
        builder.setBolt("sums", new OutsideWorld.Sums(), 2).fields("pass", "key");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key)).shuffle("sums");
        return builder.build();
    }

    private WorkerRuntime start(String worker, Topology topology) {
        Map<Integer, String> workerOfTask = new HashMap<>();
        for (int task : new TaskPlan(topology).tasks()) {
            workerOfTask.put(task, task % 2 == 0 ? "w1" : "w2");
        }
        ClassLoader loader = BrokenConnectionIT.class.getClassLoader();
        WorkerSpec spec = new WorkerSpec(
                new WorkerIdentity("topology-1", "test", worker, NODES.get(worker), 1),
                new WorkerSpec.Program(topology, CONFIG, loader, () -> null),
                new TaskPlacement(workerOfTask, NODES),
                1,
                new WorkerSpec.Files(directory.resolve(worker), null),
                new NetSettings("cluster-1", new LinkSecret(new byte[32]), "127.0.0.1", null),
                SnapshotPlaces.openInProcess(CONFIG, loader, store, pointers));
        return WorkerRuntime.start(spec, new RewiredNetwork(peer -> by(worker, peer)), failures::add);
    }

    /** Returns the address of a wire: each worker connects to the other one by a wire. */
    private synchronized PeerAddress by(String from, PeerAddress peer) {
        FaultyWire wire = wires.computeIfAbsent(from, name -> {
            try {
                return new FaultyWire(peer.port(), 1_000_000);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return RewiredNetwork.at(wire.port(), peer);
    }

    /** Waits for a condition, and leaves the cores to the workers. */
    private static void await(BooleanSupplier condition) {
        TestWorkers.await(() -> {
            if (condition.getAsBoolean()) {
                return true;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            return false;
        });
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        await(() -> System.nanoTime() >= end);
    }

    private static long closes(Worker worker) {
        return worker.snapshot().peers().stream()
                .flatMap(peer -> peer.closes().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private static boolean isApart(Worker worker) {
        return worker.snapshot().peers().stream().anyMatch(peer -> !peer.connected());
    }

    /** Checks that results go on without a snapshot that waits for its time-out, and that each is there once. */
    private void flowsAfter(String name, Consumer<FaultyWire> fault) {
        try (OutsideWorld world = new OutsideWorld(name)) {
            Topology topology = topology(world);
            NODES.keySet().forEach(worker -> workers.put(worker, start(worker, topology)));
            List<PeerEndpoint> all =
                    workers.values().stream().map(WorkerRuntime::endpoint).toList();
            workers.values().forEach(worker -> worker.peers(all));
            workers.values().forEach(Worker::activate);
            await(() -> world.visible.size() > 50);

            assertThat(wires).containsOnlyKeys(NODES.keySet());
            await(() -> workers.values().stream().noneMatch(BrokenConnectionIT::isApart));
            Map<String, Long> closesBefore = new HashMap<>();
            workers.forEach((id, worker) -> closesBefore.put(id, closes(worker)));

            wires.values().forEach(fault);
            pass(CUT);
            // Without a broken connection the test would prove nothing
            workers.forEach((id, worker) -> await(() -> isApart(worker) || closes(worker) > closesBefore.get(id)));
            wires.values().forEach(FaultyWire::heal);
            int before = world.visible.size();
            await(() -> world.visible.size() > before + 500);

            assertThat(failures).isEmpty();
            List<Object> numbers = new ArrayList<>();
            List.copyOf(world.visible).forEach(row -> numbers.add(row.get(1)));
            assertThat(numbers).doesNotHaveDuplicates();
        } finally {
            workers.values().forEach(Worker::close);
        }
    }

    @Test
    void resultsGoOnAfterPacketsWereDropped() {
        flowsAfter("it-held", wire -> wire.hold(true, true));
    }

    @Tag("long")
    @Test
    void resultsGoOnAfterConnectionsThatWereRefused() {
        flowsAfter("it-cut", FaultyWire::cut);
    }

    @AfterEach
    void close() throws IOException {
        for (FaultyWire wire : wires.values()) {
            wire.close();
        }
    }
}
