// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.task.WorkerIdentity;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.TaskPlacement;
import io.millrace.runtime.worker.Worker;
import io.millrace.runtime.worker.WorkerRuntime;
import io.millrace.runtime.worker.WorkerSpec;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service and the workers of its topology in this process, one worker per node. Connections between the service and
 * the workers, both ways, go through relays that a test cuts. The test calls {@link #tick} instead of the loops of a
 * cluster.
 */
final class RelayedService implements AutoCloseable {

    /** The service's clock; that of the workers is the system's. */
    final AtomicLong clock = new AtomicLong();

    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    final ServiceHandles handles;
    final List<Relay> relays = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<PeerEndpoint> up = new ArrayList<>();
    private final ServiceClient client;
    private final Relay back;

    /** Makes a service and workers without certificates. */
    RelayedService(Topology topology, Config config, int workerCount) throws IOException {
        this(topology, config, workerCount, null, null);
    }

    RelayedService(Topology topology, Config config, int workerCount, TlsSettings ofWorkers, TlsSettings ofService)
            throws IOException {
        Map<Integer, String> workerOfTask = new TreeMap<>();
        Map<String, String> nodeOfWorker = new TreeMap<>();
        for (int task : new TaskPlan(topology).tasks()) {
            String worker = "w" + (task % workerCount + 1);
            workerOfTask.put(task, worker);
            nodeOfWorker.put(worker, "node-of-" + worker);
        }
        TaskPlacement placement = new TaskPlacement(workerOfTask, nodeOfWorker);
        nodeOfWorker.forEach((worker, node) -> workers.add(WorkerRuntime.start(
                new WorkerSpec(
                        new WorkerIdentity("topology-1", "test", worker, node, 1),
                        new WorkerSpec.Program(topology, config, getClass().getClassLoader(), () -> null),
                        placement,
                        1,
                        WorkerSpec.Files.NONE,
                        new NetSettings("cluster-1", new LinkSecret(new byte[32]), "127.0.0.1", ofWorkers),
                        null),
                failures::add)));
        List<PeerEndpoint> direct = workers.stream().map(Worker::endpoint).toList();
        for (Worker worker : workers) {
            worker.peers(direct);
            worker.activate();
            relays.add(new Relay(worker.endpoint().port()));
            up.add(at(worker.endpoint(), relays.get(relays.size() - 1).port()));
        }
        handles = new ServiceHandles("test", topology, config, clock::get);
        client = new ServiceClient(
                new ClientSpec(
                        "topology-1",
                        "test",
                        topology,
                        config,
                        "elsewhere",
                        new NetSettings("cluster-1", new LinkSecret(new byte[32]), "127.0.0.1", ofService),
                        getClass().getClassLoader()),
                handles,
                up,
                clock::get);
        back = new Relay(client.endpoint().port());
        relays.add(back);
        tick();
    }

    private static PeerEndpoint at(PeerEndpoint worker, int port) {
        return new PeerEndpoint(
                worker.worker(),
                worker.node(),
                worker.epoch(),
                new PeerEndpoint.Process(
                        worker.pid(),
                        worker.process().lockFile(),
                        worker.process().metricsFile(),
                        worker.host(),
                        port),
                worker.executors(),
                PeerEndpoint.Progress.NONE,
                new PeerEndpoint.Origin("", ""));
    }

    /** Does what the service and the workers do every second. */
    void tick() {
        check();
        client.workers(up);
        ClientEndpoint own = client.endpoint();
        ClientEndpoint relayed = new ClientEndpoint(own.client(), own.id(), own.neighbour(), own.host(), back.port());
        workers.forEach(worker -> worker.clients(List.of(relayed)));
    }

    /** Does what the service and the workers do every second while they do not know which workers are up. */
    void check() {
        client.check();
        workers.forEach(Worker::countDrops);
    }

    /** Returns the metrics of a component's only task. */
    TaskMetrics metrics(String component) {
        return workers.stream()
                .flatMap(worker -> worker.snapshot().tasks().stream())
                .filter(task -> task.component().equals(component))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the relay of messages from workers to the service. */
    Relay back() {
        return back;
    }

    @Override
    public void close() throws IOException {
        handles.end("the test ends");
        client.close();
        workers.forEach(Worker::close);
        for (Relay relay : relays) {
            relay.close();
        }
    }
}
