// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.api.config.Config;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.TaskPlacement;
import io.millrace.runtime.worker.Worker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The real membership of a worker process, whose runtime only records its calls. */
public final class SimulatedWorker {

    /** The rebalances of simulations change no executors. */
    private static final Regrouping NEVER = new Regrouping() {
        @Override
        public boolean isDue(AssignmentRecord assignment) {
            return false;
        }

        @Override
        public void begin(Versioned<AssignmentRecord> assignment) {
            throw new AssertionError();
        }
    };

    private final LaunchSpec spec;
    private final Registry registry;
    private final WorkerShutdown shutdown;
    private final Runtime runtime;
    private final Membership membership;

    /**
     * @param registry the registry, which is closed with this worker
     * @param reachable whether a peer's process runs
     * @param clock the monotonic clock, in milliseconds
     */
    public SimulatedWorker(
            LaunchSpec spec,
            Path directory,
            Registry registry,
            PeerEndpoint endpoint,
            Predicate<PeerEndpoint> reachable,
            LongSupplier clock) {
        this.spec = spec;
        this.registry = registry;
        this.shutdown = new WorkerShutdown(directory, Config.empty());
        this.runtime = new Runtime(endpoint, reachable);
        if (!spec.assignment().defersOpening(spec.worker())) {
            runtime.open();
        }
        this.membership = new Membership(spec, runtime, registry, shutdown, NEVER, clock);
    }

    public LaunchSpec spec() {
        return spec;
    }

    /** Takes a pass of its loop, and applies the earlier requests to executors. */
    public void step() {
        List<Runnable> settled = List.copyOf(runtime.unsettled);
        runtime.unsettled.clear();
        settled.forEach(Runnable::run);
        membership.pass();
    }

    public boolean wantsToEnd() {
        return shutdown.isRequested();
    }

    public boolean isOpen() {
        return runtime.opened && !runtime.closed;
    }

    public boolean isActive() {
        return runtime.active && !runtime.closed;
    }

    @Override
    public String toString() {
        return spec.worker() + " epoch " + spec.epoch() + " on " + spec.node() + (isOpen() ? " open" : "")
                + (isActive() ? " active" : "");
    }

    /** Returns a snapshot of tasks without counts, whose spouts have finished or not. */
    public WorkerSnapshot snapshot(long takenNanos, Set<Integer> finished) {
        List<TaskMetrics> tasks = spec.plan().tasks().stream()
                .map(task -> new TaskMetrics(
                        "component",
                        task,
                        spec.worker(),
                        Figures.none(TaskFigure.class).with(TaskFigure.FINISHED, finished.contains(task)),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        LatencySummary.NONE,
                        LatencySummary.NONE,
                        LatencySummary.NONE))
                .toList();
        return new WorkerSnapshot(
                spec.worker(),
                spec.epoch(),
                takenNanos,
                new WorkerSnapshot.Work(tasks, List.of(), List.of()),
                WorkerSnapshot.Exchange.of(LinkCounts.NONE, LinkCounts.NONE, 0),
                WorkerSnapshot.Capabilities.NONE);
    }

    /** Ends in order, as after a signal. */
    public void close() {
        membership.close();
        runtime.close();
        registry.close();
    }

    private static final class Runtime implements Worker {

        @Override
        public List<TraceRecord> traces() {
            return List.of();
        }

        private final PeerEndpoint endpoint;
        private final Predicate<PeerEndpoint> reachable;
        private final List<Runnable> unsettled = new ArrayList<>();
        private boolean opened;
        private boolean active;
        private boolean closed;

        Runtime(PeerEndpoint endpoint, Predicate<PeerEndpoint> reachable) {
            this.endpoint = endpoint;
            this.reachable = reachable;
        }

        @Override
        public ServicePorts ports() {
            throw new UnsupportedOperationException();
        }

        @Override
        public PeerEndpoint endpoint() {
            return endpoint;
        }

        @Override
        public void peers(Collection<PeerEndpoint> peers) {}

        @Override
        public boolean peers(TaskPlacement placement, Collection<PeerEndpoint> peers) {
            return peers.stream().allMatch(reachable);
        }

        @Override
        public void clients(Collection<ClientEndpoint> clients) {}

        @Override
        public void countDrops() {}

        @Override
        public void prepare() {}

        @Override
        public void open() {
            opened = true;
        }

        @Override
        public void whenSettled(Runnable done) {
            unsettled.add(done);
        }

        @Override
        public void activate() {
            active = true;
        }

        @Override
        public void snapshotFor(SnapshotRequest request) {}

        @Override
        public void deactivate() {
            active = false;
        }

        @Override
        public List<String> problems(long longestCallNanos) {
            return List.of();
        }

        @Override
        public Optional<String> calleeOf(Thread thread) {
            return Optional.empty();
        }

        @Override
        public WorkerSnapshot snapshot() {
            return null;
        }

        @Override
        public boolean hasClosedComponents() {
            return closed;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
