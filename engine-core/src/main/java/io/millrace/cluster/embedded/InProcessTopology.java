package io.millrace.cluster.embedded;

import io.millrace.api.Config;
import io.millrace.api.LinkCounts;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyException;
import io.millrace.api.TopologyKeys;
import io.millrace.api.TopologyMetrics;
import io.millrace.api.WorkerMetrics;
import io.millrace.cluster.TopologyNames;
import io.millrace.runtime.metrics.CompletionDetector;
import io.millrace.runtime.metrics.RecentLatencies;
import io.millrace.runtime.metrics.TopologyMetricsMerge;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.Worker;
import io.millrace.runtime.worker.WorkerRuntime;
import io.millrace.runtime.worker.WorkerSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A topology that runs on threads of this process; any thread may call. */
final class InProcessTopology implements RunningTopology {

    private static final String WORKER = "w1";
    private static final String NODE = "local";
    private static final long OBSERVE_MILLIS = 5;

    private final String name;
    private final Worker worker;

    /** Guarded by this, as is the rest. */
    private final RecentLatencies recent = new RecentLatencies();

    private final CompletionDetector completion;

    private Status status = Status.ACTIVE;
    private Throwable failure;
    private TopologyMetrics last;
    private Thread closing;

    InProcessTopology(String name, Topology topology, Config config, ClassLoader loader) {
        this.name = name;
        TaskPlan plan = new TaskPlan(topology);
        this.completion = new CompletionDetector(plan);
        Map<Integer, String> workerOfTask = new TreeMap<>();
        plan.tasks().forEach(task -> workerOfTask.put(task, WORKER));
        int wanted = config.get(TopologyKeys.EXECUTORS);
        WorkerSpec spec = new WorkerSpec(
                TopologyNames.newId(name, System.currentTimeMillis()),
                name,
                topology,
                config,
                WORKER,
                NODE,
                1,
                workerOfTask,
                Map.of(WORKER, NODE),
                wanted > 0 ? wanted : Runtime.getRuntime().availableProcessors(),
                null,
                "",
                loader == null ? InProcessTopology.class.getClassLoader() : loader);
        synchronized (this) {
            // A component may fail to open before this returns; the one who tells waits for the worker to be known.
            this.worker = WorkerRuntime.start(spec, this::failed);
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
        long start = System.nanoTime();
        while (true) {
            synchronized (this) {
                switch (status()) {
                    case COMPLETED:
                        return true;
                    case KILLED:
                        throw failure == null
                                ? new TopologyException("topology '" + name + "' was killed")
                                : new TopologyException(
                                        "topology '" + name + "' cannot run: "
                                                + (failure.getMessage() == null ? failure : failure.getMessage()),
                                        failure);
                    default:
                        long leftMillis = (most.toNanos() - (System.nanoTime() - start)) / 1_000_000;
                        if (leftMillis <= 0) {
                            return false;
                        }
                        // A failure and a kill wake it; completion has to be looked for.
                        wait(Math.min(OBSERVE_MILLIS, leftMillis));
                }
            }
        }
    }

    @Override
    public synchronized TopologyMetrics metrics() {
        if (status != Status.KILLED) {
            observe();
            last = merge(worker.snapshot());
        }
        return last;
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
    public void kill() {
        Thread toJoin;
        synchronized (this) {
            if (status != Status.KILLED) {
                end();
            }
            toJoin = closing;
        }
        boolean interrupted = false;
        while (toJoin.isAlive()) {
            try {
                toJoin.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Called on a thread of the worker's. */
    private synchronized void failed(Throwable cause) {
        if (status != Status.KILLED) {
            failure = cause;
            end();
        }
    }

    /** Closes on a thread of its own, as the worker's threads must not wait for their own end. */
    private void end() {
        last = merge(worker.snapshot());
        status = Status.KILLED;
        closing = new Thread(worker::close, "millrace-close-" + name);
        closing.setDaemon(true);
        closing.start();
        notifyAll();
    }

    private void observe() {
        if (status == Status.ACTIVE && completion.observe(List.of(worker.snapshot()), false)) {
            status = Status.COMPLETED;
        }
    }

    private TopologyMetrics merge(WorkerSnapshot snapshot) {
        WorkerMetrics alone = new WorkerMetrics(
                WORKER, NODE, ProcessHandle.current().pid(), 1, 1, status != Status.KILLED, LinkCounts.NONE);
        return TopologyMetricsMerge.merge(
                name, status == Status.COMPLETED, List.of(alone), List.of(snapshot), recent, System.nanoTime());
    }
}
