// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.embedded;

import io.millrace.api.Feed;
import io.millrace.api.Results;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.metrics.CompletionDetector;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import io.millrace.runtime.metrics.TraceMerge;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.resources.Resources;
import io.millrace.runtime.service.OwnCalls;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.settings.TopologyNames;
import io.millrace.runtime.settings.WorkerBackoff;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.agent.PointerStore;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.runtime.task.TaskFailure;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.runtime.worker.SnapshotPlaces;
import io.millrace.runtime.worker.TaskPlacement;
import io.millrace.runtime.worker.Worker;
import io.millrace.runtime.worker.WorkerRuntime;
import io.millrace.runtime.worker.WorkerSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A topology that runs on threads of this process; any thread may call. */
final class InProcessTopology implements RunningTopology {

    private static final Logger LOG = LoggerFactory.getLogger(InProcessTopology.class);
    private static final String WORKER = "w1";
    private static final String NODE = "local";
    private static final long OBSERVE_MILLIS = 5;

    private final String name;
    private final WorkerBackoff backoff;

    /** The recent latencies. This and the other fields are guarded by this. */
    private final RecentLatencies recent = new RecentLatencies();

    private final OwnCalls own;
    private final ServiceHandles services;

    /**
     * The resources. This and the next four fields refer to the author's classes, and are null as soon as the topology
     * has ended and its worker is closed.
     */
    private Resources resources;

    private LongFunction<WorkerSpec> specOfEpoch;
    private Consumer<String> engineCheck;
    private CompletionDetector completion;
    private volatile Worker worker;

    private int starts;
    private long startedNanos;
    private Status status;

    /** The failure, which may be of an author's class; null again after a kill. */
    private Throwable failure;

    private TopologyMetrics last;

    /** The bounds of the engines, which the next start of the worker gets too. */
    private String engineBounds = "";

    /** The thread that stops the last worker and starts the next; null while no restart is in progress. */
    private Thread restarting;

    /** The error because of which the worker is restarted. */
    private Throwable lastError;

    private Thread closing;

    /** @param engine settings of the engine, which contain the restart back-off */
    InProcessTopology(String name, Topology topology, Config config, Config engine, ClassLoader loader) {
        this.name = name;
        this.backoff = new WorkerBackoff(engine);
        this.status = config.get(TopologyKeys.INACTIVE) ? Status.INACTIVE : Status.ACTIVE;
        TaskPlan plan = new TaskPlan(topology);
        this.completion = new CompletionDetector(plan);
        Map<Integer, String> workerOfTask = new TreeMap<>();
        plan.tasks().forEach(task -> workerOfTask.put(task, WORKER));
        this.own = new OwnCalls(name, this::calleeOfThisThread);
        this.services = new ServiceHandles(name, topology, config, System::nanoTime, own);
        int wanted = config.get(TopologyKeys.EXECUTORS);
        String id = TopologyNames.newId(name, System.currentTimeMillis());
        ClassLoader authors = loader == null ? InProcessTopology.class.getClassLoader() : loader;
        resources = Resources.temporary(authors);
        SnapshotStore onHeap = new MemorySnapshotStore();
        PointerStore pointer = new MemoryPointer();
        specOfEpoch = epoch -> new WorkerSpec(
                new WorkerIdentity(id, name, WORKER, NODE, epoch),
                new WorkerSpec.Program(topology, config, authors, resources),
                new TaskPlacement(workerOfTask, Map.of(WORKER, NODE)),
                wanted > 0 ? wanted : Runtime.getRuntime().availableProcessors(),
                WorkerSpec.Files.NONE,
                null,
                SnapshotPlaces.openInProcess(config, authors, onHeap, pointer));
        engineCheck = bounds -> topology.checkEngines(config.with(TopologyKeys.ENGINE_BOUNDS, bounds));
        synchronized (this) {
            startWorker();
        }
    }

    /** Starts a worker. A component may fail to open before this returns; its report waits for the monitor. */
    private void startWorker() {
        starts++;
        startedNanos = System.nanoTime();
        worker = WorkerRuntime.start(specOfEpoch.apply(starts), this::failed);
        services.attach(worker.ports());
        worker.setting(TopologyKeys.ENGINE_BOUNDS, engineBounds);
        if (status != Status.INACTIVE) {
            worker.activate();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized Status status() {
        observe();
        return status;
    }

    @Override
    public boolean awaitCompletion(Duration most) throws InterruptedException {
        own.refuse("awaitCompletion");
        long start = System.nanoTime();
        while (true) {
            synchronized (this) {
                if (status() == Status.COMPLETED) {
                    return true;
                }
                refuseIfEnded();
                long leftMillis = (most.toNanos() - (System.nanoTime() - start)) / 1_000_000;
                if (leftMillis <= 0) {
                    return false;
                }
                // A failure and a kill wake this thread; completion is polled.
                wait(Math.min(OBSERVE_MILLIS, leftMillis));
            }
        }
    }

    @Override
    public boolean awaitReady(Duration most) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            synchronized (this) {
                refuseIfEnded();
                if (restarting == null && worker.problems(Long.MAX_VALUE).isEmpty()) {
                    return true;
                }
                long leftMillis = (most.toNanos() - (System.nanoTime() - start)) / 1_000_000;
                if (leftMillis <= 0) {
                    return false;
                }
                wait(Math.min(OBSERVE_MILLIS, leftMillis));
            }
        }
    }

    private void refuseIfEnded() {
        switch (status) {
            case KILLED -> throw new TopologyException("topology '" + name + "' was killed", failure);
            case FAILED ->
                throw new TopologyException("topology '" + name + "' has failed: " + message(failure), failure);
            default -> {
                // The topology runs
            }
        }
    }

    @Override
    public synchronized TopologyMetrics metrics() {
        if (!ended()) {
            observe();
            last = merge(worker.snapshot());
        }
        return last;
    }

    @Override
    public TopologyChannels channels() {
        return new TopologyChannels(name(), List.of(), List.of());
    }

    @Override
    public TopologyAlternatives channelAlternatives() {
        return new TopologyAlternatives(name(), List.of());
    }

    @Override
    public void order(String stream, String order) {
        throw new TopologyException("topology '" + name()
                + "' runs on threads of this process, which are in one region: orders are for streams between regions");
    }

    @Override
    public synchronized void engines(String component, int min, int max) {
        if (ended()) {
            throw new TopologyException("topology '" + name + "' has ended: its engines cannot be changed");
        }
        try {
            String next = TopologyKeys.ENGINE_BOUNDS.changed(
                    engineBounds, component + "=" + new EngineBounds.Range(min, max));
            engineCheck.accept(next);
            engineBounds = next;
            worker.setting(TopologyKeys.ENGINE_BOUNDS, next);
        } catch (IllegalArgumentException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }

    @Override
    public synchronized TopologyTraces traces() {
        List<TraceRecord> traces = ended() ? List.of() : worker.traces();
        return TraceMerge.merge(metrics(), traces);
    }

    @Override
    public synchronized void activate() {
        if (status == Status.INACTIVE) {
            worker.activate();
            status = Status.ACTIVE;
        }
    }

    @Override
    public synchronized void deactivate() {
        if (status == Status.ACTIVE || status == Status.COMPLETED) {
            worker.deactivate();
            status = Status.INACTIVE;
        }
    }

    @Override
    public RebalanceReport rebalance(RebalanceRequest request) {
        throw new TopologyException("topology '" + name + "' runs in one worker, on threads of this process: there is"
                + " nothing to rebalance; Millrace.local().processes() and Millrace.connect have several workers");
    }

    @Override
    public Feed feed(String spout) {
        return services.feed(spout);
    }

    @Override
    public TopologyFunction function(String spout) {
        return services.function(spout);
    }

    @Override
    public Results results(String bolt) {
        return services.results(bolt);
    }

    /** Returns the caller's component. It takes no lock, as each call asks that may wait. */
    private Optional<String> calleeOfThisThread() {
        Worker now = worker;
        return now == null ? Optional.empty() : now.calleeOf(Thread.currentThread());
    }

    /** The engine is about to be closed, which waits for this topology's threads. */
    void beforeClose() {
        if (!hasEnded()) {
            own.refuse("close of the engine");
        }
    }

    @Override
    public void kill() {
        if (!hasEnded()) {
            own.refuse("kill");
        }
        Thread toJoin;
        synchronized (this) {
            if (!ended()) {
                end(Status.KILLED);
            }
            status = Status.KILLED;
            failure = null;
            toJoin = closing;
        }
        if (calleeOfThisThread().isEmpty()) {
            join(toJoin);
        }
    }

    /**
     * Returns whether the topology has ended: then callbacks on its own threads may call, as no call waits any more.
     */
    private synchronized boolean hasEnded() {
        return ended();
    }

    /**
     * Returns why the topology does not run as it should, one line each.
     *
     * @param longestCallNanos how long a call of a component may take; 0 for any duration
     */
    synchronized List<String> problems(long longestCallNanos) {
        return switch (status) {
            case KILLED -> List.of();
            case FAILED -> List.of("has failed: " + message(failure));
            default ->
                restarting != null
                        ? List.of("its worker is restarted, the start after " + starts + ": " + message(lastError))
                        : worker.problems(longestCallNanos);
        };
    }

    private static String message(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Returns whether the topology was killed and none of its threads runs any more. */
    synchronized boolean isGone() {
        return status == Status.KILLED && !closing.isAlive();
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        // A callback of the topology's end may call this on the thread itself
        while (thread != Thread.currentThread() && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ended() {
        return status == Status.KILLED || status == Status.FAILED;
    }

    /** Reports a failure. A thread of the worker calls it. */
    private synchronized void failed(Throwable cause) {
        if (ended()) {
            return;
        }
        if (cause instanceof TaskFailure error && error.policy() == ErrorPolicy.RESTART_WORKER) {
            LOG.warn("restarting the worker of topology '{}': {}", name, error.getMessage());
            Worker dead = worker;
            long pauseMillis = backoff.pauseMillis((System.nanoTime() - startedNanos) / 1_000_000);
            lastError = cause;
            restarting = start("millrace-restart-" + name, () -> restart(dead, pauseMillis));
        } else {
            LOG.error("topology '{}' has failed", name, cause);
            failure = cause;
            end(Status.FAILED);
        }
    }

    /** Runs on its own thread, as the close does. */
    private void restart(Worker dead, long pauseMillis) {
        dead.close();
        synchronized (this) {
            long due = System.nanoTime() + pauseMillis * 1_000_000;
            try {
                for (long left = pauseMillis; left > 0 && !ended(); left = (due - System.nanoTime()) / 1_000_000) {
                    wait(left);
                }
                if (!ended()) {
                    restarting = null;
                    startWorker();
                }
            } catch (InterruptedException | RuntimeException e) {
                failure = e;
                end(Status.FAILED);
            }
        }
    }

    /** Closes on its own thread, as the worker's threads must not wait for their own end. */
    private void end(Status as) {
        last = merge(worker.snapshot());
        status = as;
        closing = start("millrace-close-" + name, this::closeWorker);
        notifyAll();
    }

    private void closeWorker() {
        Thread before;
        String reason;
        synchronized (this) {
            before = restarting;
            reason = "topology '" + name + "' "
                    + (status == Status.KILLED ? "was killed" : "has failed: " + Foreign.line(failure));
        }
        services.end(reason);
        if (before != null) {
            join(before);
        }
        worker().close();
        release();
    }

    private synchronized Worker worker() {
        return worker;
    }

    /**
     * Releases the author's classes, as the service may keep this object, and load the next version by another loader.
     */
    private synchronized void release() {
        try {
            resources.close();
        } catch (IOException e) {
            LOG.warn("cannot remove the extracted resources of topology '{}': {}", name, e.getMessage());
        }
        resources = null;
        specOfEpoch = null;
        engineCheck = null;
        completion = null;
        worker = null;
        restarting = null;
        lastError = null;
    }

    private static Thread start(String threadName, Runnable work) {
        Thread thread = new Thread(work, threadName);
        thread.setDaemon(true);
        // The context loader is not the caller's, which may be the topology's: this object keeps the thread
        thread.setContextClassLoader(InProcessTopology.class.getClassLoader());
        thread.start();
        return thread;
    }

    private void observe() {
        if (status == Status.ACTIVE
                && restarting == null
                && completion.observe(List.of(worker.snapshot()), starts > 1)) {
            status = Status.COMPLETED;
        }
    }

    private TopologyMetrics merge(WorkerSnapshot snapshot) {
        WorkerMetrics alone = new WorkerMetrics(
                WORKER, NODE, ProcessHandle.current().pid(), starts, starts, !ended(), LinkCounts.NONE);
        return TopologyMetricsMerge.merge(
                name, status == Status.COMPLETED, List.of(alone), List.of(snapshot), recent, System.nanoTime());
    }
}
