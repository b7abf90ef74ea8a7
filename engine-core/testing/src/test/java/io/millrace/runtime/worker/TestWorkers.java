// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Workers of one topology in this JVM, with threads. Tasks are distributed round robin. */
final class TestWorkers implements AutoCloseable {

    private static final long PAUSE_NANOS = 200_000;

    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Topology topology;
    private final Config config;
    private final Path directory;
    private final int executors;
    private final Map<Integer, String> workerOfTask = new TreeMap<>();
    private final Map<String, String> nodeOfWorker;
    private final Map<String, WorkerRuntime> running = new TreeMap<>();
    private final Map<String, Transport> transports = new ConcurrentHashMap<>();

    /**
     * @param nodeOfWorker node of each of the workers w1, w2, and so on; a node may be node@region
     * @param directory directory below which each worker has its own; null for one worker without a directory
     */
    TestWorkers(Topology topology, Config config, Map<String, String> nodeOfWorker, Path directory, int executors) {
        this.topology = topology;
        this.config = config;
        this.nodeOfWorker = nodeOfWorker;
        this.directory = directory;
        this.executors = executors;
        for (int task : new TaskPlan(topology).tasks()) {
            workerOfTask.put(task, "w" + (task % nodeOfWorker.size() + 1));
        }
    }

    TestWorkers startAll() {
        nodeOfWorker.keySet().forEach(worker -> start(worker, 1));
        announce();
        running.values().forEach(Worker::activate);
        return this;
    }

    WorkerRuntime start(String worker, long epoch) {
        WorkerSpec spec = new WorkerSpec(
                new WorkerIdentity("topology-1", "test", worker, nodeOfWorker.get(worker), epoch),
                new WorkerSpec.Program(topology, config, TestWorkers.class.getClassLoader(), () -> null),
                new TaskPlacement(workerOfTask, nodeOfWorker),
                executors,
                new WorkerSpec.Files(directory == null ? null : directory.resolve(worker + "-" + epoch), null),
                new NetSettings(
                        "cluster-1",
                        new LinkSecret(new byte[32]),
                        "127.0.0.1",
                        null,
                        regionOf(nodeOfWorker.get(worker))),
                null);
        running.put(worker, WorkerRuntime.start(spec, this::startTransport, failures::add));
        return running.get(worker);
    }

    private Transport startTransport(TransportConfig settings, InboundHandler inbound) {
        Transport transport = TcpTransport.start(settings, inbound, System::nanoTime);
        transports.put(settings.identity().workerId(), transport);
        return transport;
    }

    /** Returns the bytes that a worker, which may have ended, has received by its transport and not released. */
    long heldBytes(String worker) {
        return transports.get(worker).counters().heldBytes();
    }

    private static String regionOf(String node) {
        return node.contains("@") ? node.substring(node.indexOf('@') + 1) : "";
    }

    void announce() {
        List<PeerEndpoint> up =
                running.values().stream().map(WorkerRuntime::endpoint).toList();
        running.values().forEach(worker -> worker.peers(up));
    }

    WorkerRuntime worker(String name) {
        return running.get(name);
    }

    void stop(String worker) {
        running.remove(worker).close();
    }

    private Stream<TaskMetrics> counts() {
        return running.values().stream().flatMap(worker -> worker.counts().tasks().stream());
    }

    LinkCounts links() {
        return running.values().stream()
                .map(worker -> worker.snapshot().links())
                .reduce(LinkCounts.NONE, LinkCounts::plus);
    }

    long sum(String component, ToLongFunction<TaskMetrics> of) {
        return counts().filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }

    boolean finished(String spout) {
        return counts().filter(task -> task.component().equals(spout)).allMatch(task -> task.finished());
    }

    /** Waits for other threads. The test's time-out ends the wait. */
    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("waited in vain");
            }
            // The workers' threads need the cores
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    static List<String> threads() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.isAlive() && thread.getName().startsWith("millrace-")) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    @Override
    public void close() {
        running.values().forEach(Worker::close);
        running.clear();
    }
}
