// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.cluster.worker.SimulatedWorker;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The process of a worker: it reads its launch file, runs a {@link SimulatedWorker}, and ends. */
final class SimulatedProcess implements WorkerProcess {

    private final long pid;
    private final WorkerDirectory directory;
    private final MemoryZooKeeper.Client client;
    private final Function<MemoryZooKeeper.Client, Registry> connect;
    private final Predicate<PeerEndpoint> reachable;
    private final Consumer<LaunchSpec> onStop;
    private final LongSupplier clock;
    private SimulatedWorker worker;
    private boolean asked;
    private boolean gone;
    private long heartbeat;
    private OptionalInt exitCode = OptionalInt.empty();

    SimulatedProcess(
            long pid,
            WorkerDirectory directory,
            MemoryZooKeeper.Client client,
            Function<MemoryZooKeeper.Client, Registry> connect,
            Predicate<PeerEndpoint> reachable,
            Consumer<LaunchSpec> onStop,
            LongSupplier clock) {
        this.clock = clock;
        this.pid = pid;
        this.directory = directory;
        this.client = client;
        this.connect = connect;
        this.reachable = reachable;
        this.onStop = onStop;
    }

    WorkerDirectory directory() {
        return directory;
    }

    MemoryZooKeeper.Client client() {
        return client;
    }

    Optional<SimulatedWorker> worker() {
        return Optional.ofNullable(worker);
    }

    long heartbeat() {
        return heartbeat;
    }

    /** Returns its counts, with its sources finished or not. */
    Optional<WorkerSnapshot> snapshot(long takenNanos, Predicate<String> isFinished) {
        return worker().map(running -> running.snapshot(
                takenNanos, isFinished.test(running.spec().topologyId()) ? SimulatedCluster.SPOUTS : Set.of()));
    }

    void step() {
        heartbeat++;
        if (worker == null) {
            boot();
        } else if (asked || worker.wantsToEnd()) {
            worker.close();
            exit(WorkerExit.ASKED.code());
        } else {
            worker.step();
        }
    }

    private void boot() {
        Optional<LaunchSpec> spec = directory.launch();
        if (asked || spec.isEmpty()) {
            exit(WorkerExit.NOT_WANTED.code());
            return;
        }
        PeerEndpoint endpoint = new PeerEndpoint(
                spec.get().worker(),
                spec.get().node(),
                spec.get().epoch(),
                new PeerEndpoint.Process(pid, "lock", null, "", 0),
                List.of(),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", ""));
        worker = new SimulatedWorker(spec.get(), directory.path(), connect.apply(client), endpoint, reachable, clock);
        write(LaunchSpec.ENDPOINT_FILE, endpoint);
    }

    /** Ends the whole topology, as a component does. */
    void failTopology() {
        write(LaunchSpec.FAILURE_FILE, new WorkerFailure("a bad number", WorkerExit.KILL_TOPOLOGY.code()));
        exit(WorkerExit.KILL_TOPOLOGY.code());
    }

    private void write(String file, Object content) {
        try {
            Files.write(directory.path().resolve(file), Json.write(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void exit(int code) {
        gone = true;
        exitCode = OptionalInt.of(code);
        client.die();
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public boolean gone() {
        return gone;
    }

    @Override
    public OptionalInt exitCode() {
        return exitCode;
    }

    @Override
    public void terminate() {
        directory.launch().ifPresent(onStop);
        asked = true;
    }

    @Override
    public boolean stopped() {
        return false;
    }

    @Override
    public void dumpThreads() {}

    @Override
    public void kill() {
        if (!gone) {
            exit(137);
        }
    }

    @Override
    public void onExit(Runnable listener) {
        // The supervisor checks it in each of its passes
    }

    @Override
    public String toString() {
        return client.name();
    }
}
