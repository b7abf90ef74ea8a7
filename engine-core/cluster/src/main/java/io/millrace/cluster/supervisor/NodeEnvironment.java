// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.api.config.NodeLink;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.supervisor.process.AdoptedProcess;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerLauncher;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.decision.DecisionWriter;
import io.millrace.runtime.geo.ChannelEnds;
import io.millrace.runtime.geo.ChannelReporter;
import io.millrace.runtime.metrics.MetricsFile;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.snapshot.agent.HistoryFile;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The environment of workers on a real node. */
final class NodeEnvironment implements WorkerEnvironment {

    private static final Logger LOG = LoggerFactory.getLogger(NodeEnvironment.class);

    private final LaunchingNode node;
    private final Registry registry;
    private final BlobFetcher blobs;
    private final WorkerLauncher launcher;
    private final LogFiles logs;
    private final DeathFile deaths;
    private final MemoryKills memoryKills = MemoryKills.ofThisProcess();

    /** @param written the time at which the worker had written the endpoint that names the file */
    private record Opened(MetricsFile file, long written) {}

    /**
     * The mapped files, one for each epoch of a worker, as only the garbage collector releases mappings. Any thread.
     */
    private final Map<WorkerDirectory, Opened> metrics = new ConcurrentHashMap<>();

    NodeEnvironment(
            LaunchingNode node,
            Registry registry,
            BlobFetcher blobs,
            WorkerLauncher launcher,
            LogFiles logs,
            DeathFile deaths) {
        this.node = node;
        this.registry = registry;
        this.blobs = blobs;
        this.launcher = launcher;
        this.logs = logs;
        this.deaths = deaths;
    }

    @Override
    public Optional<LaunchSpec> prepare(WorkerKey key, DesiredWorker desired) {
        Optional<Path> topology = blobs.get(desired.topology().topologyDigest());
        // All files are requested before any is awaited
        List<Optional<Path>> jars = desired.topology().program().jars().stream()
                .map(jar -> blobs.get(jar.digest()))
                .toList();
        if (topology.isEmpty() || jars.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        List<String> classPath = Stream.concat(
                        jars.stream().map(jar -> jar.get().toString()),
                        desired.topology().program().classPath().stream())
                .toList();
        String name = desired.topology().name();
        Directories.requireRoom(node.base(), neededBytes(key, desired));
        long epoch;
        try {
            epoch = registry.allotEpoch(
                    name, key.topologyId(), desired.assignment().version(), key.worker(), node.node());
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw e;
            }
            // The copy is not current: the next one may not want this start
            return Optional.empty();
        }
        return Optional.of(new LaunchSpec(
                node.cluster(),
                new LaunchSpec.Start(key.topologyId(), name, key.worker(), node.node(), node.host(), epoch),
                desired.assignment().value(),
                new LaunchSpec.Program(
                        topology.get().toString(),
                        classPath,
                        desired.topology().config(),
                        node.resources().toString()),
                node.embedded(),
                desired.topology().secret()));
    }

    /** Returns the memory of a worker: the rings of its executors with their descriptors, and one MiB for the rest. */
    private static long neededBytes(WorkerKey key, DesiredWorker desired) {
        Config config = Config.of(desired.topology().config());
        long ring = config.get(TopologyKeys.NODE_LINK) == NodeLink.RING ? config.get(TopologyKeys.RING_BYTES) : 0;
        int executors = desired.assignment()
                .value()
                .worker(key.worker())
                .map(WorkerPlan::executors)
                .orElse(0);
        return executors * (ring + ring / 8) + (1 << 20);
    }

    @Override
    public WorkerDirectory directory(LaunchSpec spec) throws IOException {
        return WorkerDirectory.create(node.base(), spec);
    }

    @Override
    public WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory) throws IOException {
        return launcher.launch(spec, directory, logs.file(spec.topologyId(), spec.worker()));
    }

    @Override
    public Optional<WorkerProcess> running(WorkerDirectory directory) {
        OptionalLong holder = directory.holder();
        return holder.isPresent() ? Optional.of(new AdoptedProcess(holder.getAsLong(), directory)) : Optional.empty();
    }

    @Override
    public Optional<WorkerSnapshot> metrics(WorkerDirectory directory, MetricsDetail detail) {
        Optional<WorkerSnapshot> counted = file(directory).map(file -> file.read(System.nanoTime(), detail));
        return detail == MetricsDetail.COUNTS
                ? counted
                : counted.map(snapshot -> withReports(snapshot, directory.path()));
    }

    private static WorkerSnapshot withReports(WorkerSnapshot counted, Path directory) {
        WorkerSnapshot snapshot = counted.with(
                        ChannelReporter.FILE.read(directory).orElse(ChannelEnds.NONE))
                .with(DecisionWriter.FILE.read(directory).orElse(List.of()));
        return HistoryFile.read(directory, System.currentTimeMillis())
                .map(snapshot::with)
                .orElse(snapshot);
    }

    @Override
    public List<Integer> finishedTasks(WorkerDirectory directory) {
        return file(directory).map(MetricsFile::finishedTasks).orElse(List.of());
    }

    @Override
    public List<TraceRecord> traces(WorkerDirectory directory) {
        return file(directory).map(file -> file.traces(System.nanoTime())).orElse(List.of());
    }

    @Override
    public long heartbeat(WorkerDirectory directory) {
        return file(directory).map(MetricsFile::heartbeat).orElse(0L);
    }

    private Optional<MetricsFile> file(WorkerDirectory directory) {
        long written = directory.endpointNanos();
        return Optional.ofNullable(metrics.compute(
                        directory,
                        (same, now) -> now != null && now.written() == written ? now : open(directory, written)))
                .map(Opened::file);
    }

    @Override
    public void fail(LaunchSpec spec, String cause) {
        try {
            registry.failTopology(spec.topologyName(), spec.topologyId(), cause);
        } catch (RegistryException e) {
            // Another process has changed the topology, or there is no connection.
            LOG.debug("cannot end {}: {}", spec.topologyId(), e.getMessage());
        }
    }

    @Override
    public Optional<WorkerDeath> lastDeath(WorkerKey key) {
        return deaths.of(key);
    }

    @Override
    public void died(WorkerKey key, WorkerDeath death) {
        deaths.put(key, death);
    }

    @Override
    public Optional<String> killedForMemory() {
        return memoryKills.explain();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public void reaped(WorkerDirectory directory, LaunchSpec spec) {
        metrics.remove(directory);
        try {
            registry.deleteWorker(spec.topologyName(), spec.topologyId(), spec.worker(), spec.epoch());
        } catch (RegistryException e) {
            // The worker's session expires, and its successor replaces the registration.
            LOG.debug("cannot remove the registration of {}: {}", spec.worker(), e.getMessage());
        }
    }

    /** Returns the metrics file of a running worker, or null. */
    private static Opened open(WorkerDirectory directory, long written) {
        Optional<PeerEndpoint> endpoint = directory.endpoint();
        if (endpoint.isEmpty() || endpoint.get().process().metricsFile() == null) {
            return null;
        }
        try {
            return new Opened(MetricsFile.open(Path.of(endpoint.get().process().metricsFile())), written);
        } catch (IOException e) {
            LOG.debug("no metrics: {}", e.getMessage());
            return null;
        }
    }
}
