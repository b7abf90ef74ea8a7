// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.NodeLink;
import io.millrace.api.config.Prices;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.resources.Resources;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.snapshot.agent.SnapshotSetup;
import io.millrace.runtime.snapshot.savepoint.SavepointOrigin;
import io.millrace.runtime.state.ReusableStates;
import io.millrace.runtime.task.TaskFailure;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.runtime.worker.Components;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.TaskPlacement;
import io.millrace.runtime.worker.WorkerAssembly;
import io.millrace.runtime.worker.WorkerSpec;
import io.millrace.testing.network.SimulatedNetwork;
import io.millrace.transport.LinkSecret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The workers of a stepped topology: starts, ends and informs them. Confined to the stepping thread. */
final class SteppedWorkers {

    static final long NANOS_PER_MILLI = 1_000_000;

    private final SteppedTopologyBuilder settings;
    private final boolean takesSnapshots;
    private final SimulatedClock clock;
    private final SimulatedNetwork network;
    private final SteppedPlaces places;
    private final SteppedTurns turns;
    private final SteppedServices services;
    private final LinkSecret secret = LinkSecret.random();
    private final Resources resources =
            Resources.temporary(Thread.currentThread().getContextClassLoader());
    private final Path directory;
    private final Map<String, WorkerAssembly> running = new TreeMap<>();
    private final Map<String, Long> epochs = new HashMap<>();

    /** The workers that run, and that the others believe to be lost. */
    private final Set<String> hidden = new HashSet<>();

    private Throwable failure;
    private String failedWorker;
    private boolean isolatedFailed;
    private boolean active;

    SteppedWorkers(
            SteppedTopologyBuilder settings,
            boolean takesSnapshots,
            SimulatedClock clock,
            SimulatedNetwork network,
            SteppedPlaces places,
            SteppedTurns turns,
            SteppedServices services) {
        this.settings = settings;
        this.takesSnapshots = takesSnapshots;
        this.clock = clock;
        this.network = network;
        this.places = places;
        this.turns = turns;
        this.services = services;
        this.active = !settings.config.get(TopologyKeys.INACTIVE);
        this.directory = settings.scratch ? ScratchRings.make() : settings.directory;
    }

    void startAll() {
        places.used().forEach(this::start);
        announce();
    }

    LinkSecret secret() {
        return secret;
    }

    Collection<WorkerAssembly> running() {
        return running.values();
    }

    boolean isRunning(String worker) {
        return running.containsKey(worker);
    }

    /** Returns a worker that runs. */
    WorkerAssembly get(String worker) {
        return running.get(worker);
    }

    private void start(String name) {
        long epoch = epochs.merge(name, 1L, Long::sum);
        long ahead = places.clockAhead(name);
        LongSupplier ownClock = () -> clock.getAsLong() + ahead;
        SteppedThreads beside = new SteppedThreads();
        WorkerAssembly worker = new WorkerAssembly(
                spec(name, epoch),
                new Clocks(ownClock, () -> clock.getAsLong() / NANOS_PER_MILLI),
                new Components(settings.instances, settings.observers),
                (net, inbound) -> network.start(net, inbound, ownClock),
                beside,
                true,
                cause -> noteFailure(name, epoch, cause));
        running.put(name, worker);
        beside.run(worker.capabilities().queues());
        turns.add(name, beside);
        services.add(name, worker, running.values());
        for (Executor executor : worker.executors()) {
            SteppedAgent agent = new SteppedAgent(name, executor, ahead);
            turns.add(agent);
            agent.open();
            if (executor.failure() instanceof TopologyException cause) {
                throw cause;
            }
            executor.activate(active);
        }
    }

    private WorkerSpec spec(String name, long epoch) {
        return new WorkerSpec(
                new WorkerIdentity("stepped", "stepped", name, places.nodeOf(name), epoch),
                new WorkerSpec.Program(
                        settings.topology,
                        settings.config.with(TopologyKeys.SEED, settings.seed + 1),
                        Thread.currentThread().getContextClassLoader(),
                        resources),
                places.placement(),
                settings.executors,
                new WorkerSpec.Files(directory == null ? null : directory.resolve(name + "-" + epoch), null),
                settings.nodes == 1 && settings.config.get(TopologyKeys.NODE_LINK) == NodeLink.RING
                        ? null
                        : new NetSettings(
                                "stepped",
                                secret,
                                "stepped",
                                null,
                                new NetSettings.Site(
                                        places.regionOf(name), Prices.read(settings.egress), 0, settings.near)),
                takesSnapshots && !SteppedPlaces.isRelay(name) ? snapshots() : null);
    }

    private SnapshotSetup snapshots() {
        ClassLoader loader = SteppedTopology.class.getClassLoader();
        return new SnapshotSetup(
                settings.store,
                settings.pointers,
                1,
                SavepointOrigin.of(settings.config, loader),
                loader,
                new ReusableStates());
    }

    private void noteFailure(String worker, long epoch, Throwable cause) {
        if (!running.containsKey(worker) || epochs.get(worker) != epoch) {
            isolatedFailed = true;
        } else if (failure == null) {
            failure = cause;
            failedWorker = worker;
        }
    }

    /**
     * Restarts a worker whose component asked for it by its error policy, and ends isolated ones that have failed.
     *
     * @throws TopologyException if an executor cannot go on, with the cause
     */
    void handleFailures() {
        if (isolatedFailed) {
            isolatedFailed = false;
            turns.endFailedIsolated();
        }
        if (failure instanceof TaskFailure error && error.policy() == ErrorPolicy.RESTART_WORKER) {
            failure = null;
            end(failedWorker, Executor::close);
            restart(failedWorker);
        }
        if (failure != null) {
            throw new TopologyException(
                    "a stepped executor failed: " + Foreign.text(failure), Foreign.readable(failure));
        }
    }

    private void announce() {
        List<PeerEndpoint> up = running.entrySet().stream()
                .filter(worker -> !hidden.contains(worker.getKey()))
                .map(worker -> worker.getValue().endpoint())
                .toList();
        TaskPlacement placement = places.placement();
        running.values().forEach(worker -> {
            worker.granted(epochs);
            worker.peers().update(placement, up);
        });
    }

    void activate(boolean on) {
        active = on;
        turns.forEachExecutor(executor -> executor.submit(() -> executor.activate(on)));
    }

    void kill(String worker) {
        end(worker, Executor::abandon).forEach(FeedRequest::orphan);
    }

    void isolate(String worker, Duration pause) {
        turns.add(new IsolatedWorker(
                worker, remove(worker), turns.removeThreads(worker), clock.getAsLong() + pause.toNanos()));
        services.remove(worker).forEach(FeedRequest::orphan);
        announce();
    }

    private WorkerAssembly remove(String worker) {
        WorkerAssembly removed = running.remove(worker);
        if (removed == null) {
            throw new TopologyException("worker " + worker + " does not run: those that do are " + running.keySet());
        }
        return removed;
    }

    /** Ends a worker, and returns its requests. Executors that are closed have given them back. */
    private List<FeedRequest<?>> end(String worker, Consumer<Executor> how) {
        WorkerAssembly dead = remove(worker);
        turns.removeAgents(dead.executors());
        List<FeedRequest<?>> had = services.remove(worker);
        turns.removeThreads(worker).close();
        dead.executors().forEach(how);
        dead.close();
        announce();
        return had;
    }

    void hide(String worker) {
        hidden.add(worker);
        announce();
    }

    void show(String worker) {
        hidden.remove(worker);
        announce();
    }

    String join(int task, int node) {
        String worker = places.join(task, node);
        start(worker);
        announce();
        return worker;
    }

    void leave(String worker) {
        places.leave(worker);
        hide(worker);
    }

    void restart(String worker) {
        if (!epochs.containsKey(worker) || running.containsKey(worker)) {
            throw new TopologyException("worker " + worker + " was not killed: those that run are " + running.keySet());
        }
        start(worker);
        announce();
    }

    /** Closes all workers, the network between them, and the files that they had. */
    void close() {
        try {
            end();
        } finally {
            closeResources();
            if (settings.scratch && directory != null) {
                ScratchRings.remove(directory);
            }
        }
    }

    private void end() {
        turns.endIsolated();
        for (WorkerAssembly worker : running.values()) {
            worker.executors().forEach(Executor::close);
        }
        running.values().forEach(WorkerAssembly::close);
        network.close();
        running.clear();
        turns.clear();
        services.handles().end("the topology was closed");
    }

    private void closeResources() {
        try {
            resources.close();
        } catch (IOException e) {
            throw new TopologyException("the extracted resources cannot be removed: " + e.getMessage(), e);
        }
    }
}
