// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Records;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobSource;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerLauncher;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The real supervisor of a node, with the real files, and processes that the simulation gives it. */
public final class SimulatedSupervisor {

    public static final int SLOTS = 3;

    private final String node;
    private final Registry registry;
    private final BlobStore blobs;
    private final BlobFetcher fetcher;
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final Supervisor supervisor;
    private final NodeFiles kept;
    private final ClusterWatch watch;
    private final EphemeralNode registration;
    private SupervisorRecord record;

    /**
     * @param home the supervisor's directories, which outlive it
     * @param running returns the process of an earlier start that still runs in a directory
     * @param heartbeats returns the heartbeat of the process in a directory
     * @param snapshots returns the snapshot of the process in a directory
     * @param files the clock by which its files grow old
     */
    public SimulatedSupervisor(
            String node,
            String region,
            String clusterId,
            Registry registry,
            Path home,
            Supplier<List<BlobSource>> sources,
            WorkerLauncher launcher,
            Function<WorkerDirectory, Optional<WorkerProcess>> running,
            ToLongFunction<WorkerDirectory> heartbeats,
            Function<WorkerDirectory, Optional<WorkerSnapshot>> snapshots,
            LongSupplier clockMillis,
            Clock files)
            throws IOException {
        this.node = node;
        this.registry = registry;
        Config config = Config.empty().with(ClusterKeys.NODE_HOST, "127.0.0.1");
        Path base = Files.createDirectories(home.resolve("ipc"));
        DeathFile deaths = new DeathFile(home.resolve("deaths.json"));
        LogFiles logs = new LogFiles(home.resolve("logs"), 1_000, 10_000);
        blobs = new BlobStore(home.resolve("blobs"), 1_000_000, files);
        fetcher = new BlobFetcher(blobs, sources, background::add, () -> {});
        NodeEnvironment real = new NodeEnvironment(
                new LaunchingNode(node, clusterId, config, false, base, home.resolve("resources")),
                registry,
                fetcher,
                launcher,
                logs,
                deaths);
        supervisor = new Supervisor(
                node,
                clusterId,
                config,
                registry,
                new Environment(real, running, heartbeats, snapshots),
                new Wakeup(),
                clockMillis);
        supervisor.adopt(base);
        kept = new NodeFiles(
                blobs,
                new NodeResources(home.resolve("resources")),
                deaths,
                () -> registry.confirmedTopologies(clusterId));
        record = Records.supervisor(node, "127.0.0.1", 1, 1, 2, SLOTS, node, region);
        registration = registry.ephemeral(
                registry.paths().supervisor(node),
                Json.write(record),
                holder -> Json.read(holder, SupervisorRecord.class).instance().equals(node),
                () -> {});
        watch = ClusterWatch.all(registry, () -> {});
    }

    public BlobStore blobs() {
        return blobs;
    }

    /** Returns its answer to a controller. */
    public List<WorkerReport> reports() {
        return List.copyOf(supervisor.reports(MetricsDetail.FULL));
    }

    public List<FinishedTasks> finishedTasks() {
        return supervisor.finishedTasks();
    }

    /** Asks the supervisor to keep a file, as a controller does. */
    public boolean keep(String digest) {
        return fetcher.keep(digest);
    }

    /** Takes a pass of its loop, and does one step of the background work. */
    public void step() {
        Runnable next = background.poll();
        if (next != null) {
            next.run();
        }
        boolean registered = registration.ensure();
        if (!watch.ready()) {
            supervisor.passWithoutView();
            return;
        }
        supervisor.pass(watch.view());
        if (!record.finishing().equals(supervisor.finishing())) {
            record = record.withFinishing(supervisor.finishing());
        }
        if (registered) {
            registration.write(Json.write(record));
        }
        if (watch.current()) {
            try {
                kept.retain(watch.view(), supervisor.classPathFiles());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public String toString() {
        return node;
    }

    /** The real environment, except for the kernel's locks. */
    private record Environment(
            NodeEnvironment real,
            Function<WorkerDirectory, Optional<WorkerProcess>> processes,
            ToLongFunction<WorkerDirectory> heartbeats,
            Function<WorkerDirectory, Optional<WorkerSnapshot>> snapshots)
            implements WorkerEnvironment {

        @Override
        public Optional<String> killedForMemory() {
            return Optional.empty();
        }

        @Override
        public List<TraceRecord> traces(WorkerDirectory directory) {
            return List.of();
        }

        @Override
        public Optional<LaunchSpec> prepare(WorkerKey key, DesiredWorker desired) {
            return real.prepare(key, desired);
        }

        @Override
        public WorkerDirectory directory(LaunchSpec spec) throws IOException {
            return real.directory(spec);
        }

        @Override
        public WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory) throws IOException {
            return real.launch(spec, directory);
        }

        @Override
        public Optional<WorkerProcess> running(WorkerDirectory directory) {
            return processes.apply(directory);
        }

        @Override
        public Optional<WorkerSnapshot> metrics(WorkerDirectory directory, MetricsDetail detail) {
            return snapshots.apply(directory);
        }

        @Override
        public List<Integer> finishedTasks(WorkerDirectory directory) {
            return snapshots.apply(directory).stream()
                    .flatMap(snapshot -> snapshot.tasks().stream())
                    .filter(TaskMetrics::finished)
                    .map(TaskMetrics::task)
                    .toList();
        }

        @Override
        public long heartbeat(WorkerDirectory directory) {
            return heartbeats.applyAsLong(directory);
        }

        @Override
        public void fail(LaunchSpec spec, String cause) {
            real.fail(spec, cause);
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }

        @Override
        public Optional<WorkerDeath> lastDeath(WorkerKey key) {
            return real.lastDeath(key);
        }

        @Override
        public void died(WorkerKey key, WorkerDeath death) {
            real.died(key, death);
        }

        @Override
        public void reaped(WorkerDirectory directory, LaunchSpec spec) {
            real.reaped(directory, spec);
        }
    }
}
