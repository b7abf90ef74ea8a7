// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Idle;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.executor.Clocks;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorAgent;
import io.millrace.runtime.executor.ExecutorThread;
import io.millrace.runtime.executor.Heartbeat;
import io.millrace.runtime.executor.VirtualThreads;
import io.millrace.runtime.executor.Watchdog;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.snapshot.SnapshotRequest;
import io.millrace.runtime.snapshot.agent.OwnThreads;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running worker: as many threads as its executors need, at most one for each, and one that watches their calls and
 * publishes that the worker lives.
 */
public final class WorkerRuntime implements Worker {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerRuntime.class);

    private final WorkerAssembly assembly;
    private final Listener listener;
    private final ClassLoader loader;
    private final Watchdog watchdog;
    private final List<ExecutorThread> threads;
    private final AtomicBoolean failed = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean opened = new AtomicBoolean();

    private WorkerRuntime(WorkerSpec spec, Network network, Listener listener) {
        requireVirtualThreads(spec);
        this.listener = listener;
        this.loader = spec.loader();
        this.assembly = new WorkerAssembly(
                spec,
                new Clocks(System::nanoTime, System::currentTimeMillis),
                Components.AUTHORS,
                network,
                // Pools without a shutdown are not collected on newer releases of Java
                spec.snapshots() == null ? null : new OwnThreads(spec.worker()),
                false,
                this::fail);
        this.watchdog = new Watchdog("millrace-" + spec.worker() + "-watchdog", System::nanoTime);
        this.threads = assembly.executors().stream()
                .map(executor ->
                        new ExecutorThread(new ExecutorAgent(executor, idle(executor, spec)), watchdog, spec.loader()))
                .toList();
        if (spec.directory() != null) {
            // A peer that sees the worker's endpoint must see a heartbeat
            assembly.beat();
            watchdog.publish(Heartbeat.of(threads, assembly::beat));
        }
        watchdog.share(threads, spec.config().get(TopologyKeys.THREAD_LOAD) / 100.0);
        watchdog.start();
    }

    private static Idle idle(Executor executor, WorkerSpec spec) {
        // A virtual thread that spins takes the platform thread from all others
        return executor.isVirtual() ? Idle.PARK : spec.config().get(TopologyKeys.IDLE);
    }

    private static void requireVirtualThreads(WorkerSpec spec) {
        for (ComponentSpec component : spec.topology().components()) {
            if (component.virtual() && !VirtualThreads.exist()) {
                throw new TopologyException("component '" + component.id() + "' is virtual, but worker " + spec.worker()
                        + " runs on Java " + Runtime.version().feature()
                        + ": run it on Java 21 or later, or declare the component blocking() instead");
            }
        }
    }

    /**
     * Starts a worker whose spouts do not emit before {@link #activate}. Its threads open the components after this
     * returns. If a component does not open, the listener is called.
     *
     * @throws TopologyException if its memory, port or settings are not available, with one line
     */
    public static Worker start(WorkerSpec spec, Listener listener) {
        Worker worker = hold(spec, listener);
        worker.open();
        return worker;
    }

    /**
     * Makes a worker that has all its resources and can be linked to its peers, but does not open its components
     * before {@link #open}. It can be made while the worker that it replaces still runs.
     *
     * @throws TopologyException if its memory, port or settings are not available, with one line
     */
    public static Worker hold(WorkerSpec spec, Listener listener) {
        return new WorkerRuntime(spec, Network.tcp(System::nanoTime), listener);
    }

    /** Starts a worker that reaches others by this network. */
    static WorkerRuntime start(WorkerSpec spec, Network network, Listener listener) {
        WorkerRuntime worker = new WorkerRuntime(spec, network, listener);
        worker.open();
        return worker;
    }

    /** Returns the number of batches that were forwarded for others. */
    long forwarded() {
        return assembly.forwarded();
    }

    /** Returns the number of batches that were copied for the tasks of this region. */
    long copied() {
        return assembly.copied();
    }

    @Override
    public void prepare() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        synchronized (opened) {
            if (closed.get() || opened.get()) {
                return;
            }
            // The context loader is the same as on the executors' threads
            thread.setContextClassLoader(loader);
            try {
                assembly.executors().forEach(Executor::prepare);
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("not prepared: opening will tell", Foreign.readable(e));
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    @Override
    public void open() {
        synchronized (opened) {
            if (closed.get() || !opened.compareAndSet(false, true)) {
                return;
            }
            threads.forEach(ExecutorThread::start);
        }
    }

    private void fail(Throwable cause) {
        if (!closed.get() && failed.compareAndSet(false, true)) {
            listener.failed(cause);
        }
    }

    List<ExecutorThread> threads() {
        return threads;
    }

    @Override
    public PeerEndpoint endpoint() {
        return assembly.endpoint();
    }

    @Override
    public void peers(Collection<PeerEndpoint> peers) {
        assembly.peers().update(peers);
    }

    @Override
    public boolean peers(TaskPlacement placement, Collection<PeerEndpoint> peers) {
        return assembly.peers().update(placement, peers);
    }

    @Override
    public void granted(Map<String, Long> epochs) {
        assembly.granted(epochs);
    }

    @Override
    public void clients(Collection<ClientEndpoint> clients) {
        assembly.clients().update(clients);
    }

    @Override
    public void countDrops() {
        assembly.peers().countDrops();
        assembly.clients().countDrops();
    }

    @Override
    public void whenSettled(Runnable done) {
        if (!opened.get() || assembly.executors().isEmpty()) {
            done.run();
            return;
        }
        AtomicInteger left = new AtomicInteger(assembly.executors().size());
        for (Executor executor : assembly.executors()) {
            executor.submit(() -> {
                if (left.decrementAndGet() == 0) {
                    done.run();
                }
            });
        }
    }

    @Override
    public void activate() {
        assembly.executors().forEach(executor -> executor.submit(() -> executor.activate(true)));
    }

    @Override
    public void deactivate() {
        assembly.executors().forEach(executor -> executor.submit(() -> executor.activate(false)));
    }

    @Override
    public void snapshotFor(SnapshotRequest request) {
        if (assembly.snapshots() != null) {
            assembly.snapshots().snapshotFor(request);
        }
    }

    @Override
    public ServicePorts ports() {
        return assembly.ports();
    }

    @Override
    public void savepoint(SavepointOrder order, Consumer<SavepointResult> answers) {
        if (assembly.snapshots() != null) {
            assembly.snapshots().savepoint(order, answers);
        }
    }

    @Override
    public void setting(ConfigKey<?> key, String value) {
        assembly.setting(key, value);
    }

    @Override
    public List<TraceRecord> traces() {
        return assembly.traces();
    }

    @Override
    public WorkerSnapshot snapshot() {
        return assembly.snapshot();
    }

    /** Returns the counts only. */
    public WorkerSnapshot counts() {
        return assembly.counts();
    }

    @Override
    public List<String> problems(long longestCallNanos) {
        return threads.stream()
                .map(executor -> executor.problem(longestCallNanos))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public Optional<String> calleeOf(Thread thread) {
        for (ExecutorThread executor : threads) {
            Optional<String> callee = executor.calleeOf(thread);
            if (callee.isPresent()) {
                return callee;
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean hasClosedComponents() {
        return closed.get()
                && (!opened.get() || threads.stream().allMatch(thread -> thread.state() == ExecutorThread.State.ENDED));
    }

    @Override
    public void close() {
        boolean runs;
        synchronized (opened) {
            if (!closed.compareAndSet(false, true)) {
                return;
            }
            runs = opened.get();
        }
        if (runs) {
            deactivate();
            threads.forEach(ExecutorThread::stop);
            threads.forEach(ExecutorThread::join);
        } else {
            assembly.executors().forEach(Executor::abandon);
        }
        assembly.ports().close();
        watchdog.close();
        assembly.close();
    }
}
