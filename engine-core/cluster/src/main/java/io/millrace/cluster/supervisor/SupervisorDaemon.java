// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.HttpBlobPeer;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.Encryption;
import io.millrace.cluster.config.NodeNames;
import io.millrace.cluster.config.RestTls;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.http.DaemonAddress;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.PlainHttp;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.process.Closer;
import io.millrace.cluster.process.ExclusiveDirectory;
import io.millrace.cluster.process.Loop;
import io.millrace.cluster.process.Machine;
import io.millrace.cluster.process.Wakeup;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.supervisor.process.JvmLauncher;
import io.millrace.cluster.supervisor.process.WorkerLauncher;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.client.ClientMemory;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.spill.SpillSettings;
import io.millrace.runtime.worker.EngineVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's supervisor with its connections and threads. A close leaves standalone workers running, and the next
 * supervisor takes them over. Workers of an embedded cluster end with it.
 */
public final class SupervisorDaemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SupervisorDaemon.class);
    private static final int FEWEST_SLOTS = 4;
    private static final long CLEAN_UP_MILLIS = 10_000;
    private static final Duration LOGS_KEPT = Duration.ofDays(7);
    private static final int MOST_ENDED_LOGS = 20;

    private final Closer parts = new Closer();
    private final Wakeup wakeup = new Wakeup();
    private final boolean embedded;
    private final String node;
    private final String instance;
    private final Registry registry;
    private final NodeTargets nodes;
    private final Supervisor supervisor;
    private final ClusterWatch watch;
    private final EphemeralNode registration;
    private final LogFiles logs;
    private final NodeFiles files;

    /** The directory of the files of queues, unless the topology names another one. */
    private final Path queues;

    /** The directory of this cluster in shared memory. */
    private final Path clusterMemory;

    private final Loop loop;
    private final int port;

    /** The time of the next clean-up. Owned by the loop. */
    private long cleanUpDueMillis;

    /** The registered record, and its bytes. */
    private SupervisorRecord record;

    private byte[] recordBytes;

    /** Starts a supervisor that is registered when this returns. */
    public static SupervisorDaemon start(Config config) {
        return new SupervisorDaemon(config, false, System.getProperty("java.class.path"));
    }

    /** Starts a supervisor as {@link #start} does, whose workers end with this process. */
    public static SupervisorDaemon embedded(Config config, String workerClassPath) {
        return new SupervisorDaemon(config, true, workerClassPath);
    }

    private SupervisorDaemon(Config config, boolean embedded, String workerClassPath) {
        this.embedded = embedded;
        this.node = NodeNames.id(config);
        Encryption.check(config);
        Optional<Supplier<SSLEngine>> tls = RestTls.server(config);
        if (!embedded && PrivateDirectory.isRoot()) {
            LOG.warn(
                    "this supervisor runs as root, and so do jars of topologies and programs of their engines: run it in an"
                            + " account of its own");
        }
        try {
            ExclusiveDirectory data = parts.add(ExclusiveDirectory.hold(config, ClusterKeys.SUPERVISOR_DATA_DIR));
            instance = data.instance();
            if (ZooKeeperAuth.of(config).isEmpty()) {
                LOG.warn(ZooKeeperAuth.MISSING);
            }
            registry = parts.add(Registry.open(config));
            String clusterId = registry.cluster(ClusterRecord.newId()).id();
            nodes = new NodeTargets(new HttpWire(RestTls.client(config)), registry.nodeSecret());
            // The directory is held before any worker is taken over: only one supervisor may own the node's workers
            NodeDirectory workers = parts.add(NodeDirectory.hold(config, clusterId, node));
            Path base = workers.path();
            clusterMemory = base.getParent();
            logs = new LogFiles(
                    data.path().resolve("logs"),
                    config.get(ClusterKeys.WORKER_LOG_MAX_BYTES),
                    config.get(ClusterKeys.WORKER_LOG_TOPOLOGY_BYTES));
            String queueDir = config.get(TopologyKeys.QUEUE_DIR);
            queues = SpillSettings.base(queueDir.isEmpty() ? data.path() : Path.of(queueDir), node);
            DeathFile deaths = new DeathFile(data.path().resolve("deaths.json"));
            BlobStore blobs = new BlobStore(data.path().resolve("blobs"), Long.MAX_VALUE, Clock.systemUTC());
            NodeResources resources = new NodeResources(data.path().resolve("resources"));
            files = new NodeFiles(blobs, resources, deaths, () -> registry.confirmedTopologies(clusterId));
            ExecutorService fetching = BlobFetcher.thread();
            parts.add(fetching::shutdownNow);
            BlobFetcher fetcher = new BlobFetcher(blobs, this::otherNodes, fetching, wakeup::signal);
            Path workingDirectory = embedded ? null : data.path();
            WorkerLauncher launcher = new JvmLauncher(
                    workerClassPath, System.getenv(), ZooKeeperAuth.workerEnvironment(config), workingDirectory);
            supervisor = new Supervisor(
                    node,
                    clusterId,
                    config,
                    registry,
                    new NodeEnvironment(
                            new LaunchingNode(node, clusterId, config, embedded, base, resources.path()),
                            registry,
                            fetcher,
                            launcher,
                            logs,
                            deaths),
                    wakeup,
                    Loop::millis);
            supervisor.adopt(base);
            SupervisorExposition exposition = new SupervisorExposition(
                    node, slots(config), Map.of("data", data.path(), "rings", clusterMemory), supervisor::reports);
            String host = config.get(ClusterKeys.NODE_HOST);
            HttpDaemon http = parts.add(HttpDaemon.start(
                    host,
                    config.get(ClusterKeys.SUPERVISOR_PORT),
                    ClusterKeys.NODE_HOST,
                    ClusterKeys.SUPERVISOR_PORT,
                    new SupervisorApi(node, supervisor, blobs, fetcher, logs, registry, exposition).routes(),
                    RestAccess.of(config, config.get(ClusterKeys.CONTROLLER_TOKEN), nodes.secret(), tls)));
            port = http.port();
            if (tls.isEmpty()) {
                PlainHttp.listens(host, port);
            }
            record = new SupervisorRecord(
                    node,
                    new SupervisorRecord.Process(
                            host, port, ProcessHandle.current().pid()),
                    new SupervisorRecord.Capacity(Runtime.getRuntime().availableProcessors(), slots(config)),
                    data.instance(),
                    List.of(),
                    EngineVersion.get(),
                    new SupervisorRecord.Place(
                            embedded ? SupervisorRecord.EVERY_REGION : config.get(ClusterKeys.NODE_REGION),
                            false,
                            Machine.id()));
            if (config.get(ClusterKeys.NODE_RELAY)) {
                record = record.relaying();
            }
            recordBytes = Json.write(record);
            registration =
                    registry.ephemeral(registry.paths().supervisor(node), recordBytes, this::isGone, wakeup::signal);
            registration.awaitHeld(this::answers, this::taken);
            watch = parts.add(ClusterWatch.all(registry, wakeup::signal));
            loop = new Loop("millrace-supervisor-" + node, wakeup, this::pass);
            loop.start();
        } catch (IOException e) {
            parts.close();
            throw new TopologyException("the supervisor cannot start: " + Directories.reason(e), e);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    public String node() {
        return node;
    }

    /** Stops this supervisor; an embedded one waits until its workers are gone. */
    @Override
    public void close() {
        loop.close();
        if (embedded) {
            try {
                supervisor.stopAll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            removeQueuesOfDead();
        }
        parts.close();
    }

    private long pass() {
        boolean registered = registration.ensure(e -> LOG.error("{}", taken(e).getMessage()));
        if (!watch.ready()) {
            return supervisor.passWithoutView();
        }
        ClusterView view = watch.view();
        long pause = supervisor.pass(view);
        if (!record.finishing().equals(supervisor.finishing())) {
            record = record.withFinishing(supervisor.finishing());
            recordBytes = Json.write(record);
        }
        if (registered) {
            registration.write(recordBytes);
        }
        long now = Loop.millis();
        if (now >= cleanUpDueMillis) {
            cleanUpDueMillis = now + CLEAN_UP_MILLIS;
            cleanUp(view);
        }
        return pause;
    }

    /**
     * Removes the queues of dead workers. A worker removes those of earlier ones when it starts, but the last one has
     * no successor.
     */
    private void removeQueuesOfDead() {
        try {
            SpillSettings.removeDead(queues);
        } catch (IOException e) {
            LOG.warn("cannot remove what dead workers have left in {}: {}", queues, Directories.reason(e));
        }
    }

    private void cleanUp(ClusterView view) {
        removeQueuesOfDead();
        try {
            for (WorkerKey key : supervisor.keys()) {
                logs.rotate(key.topologyId(), key.worker());
            }
            logs.bound(supervisor.keys());
            logs.removeEnded(LOGS_KEPT, MOST_ENDED_LOGS, supervisor.topologyIds());
            ClientMemory.removeDead(clusterMemory);
        } catch (IOException e) {
            LOG.warn("cannot clean up: {}", Directories.reason(e));
        }
        if (watch.current()) {
            try {
                files.retain(view, supervisor.classPathFiles());
            } catch (IOException e) {
                LOG.warn("cannot remove what no topology has: {}", Directories.reason(e));
            }
        }
    }

    private List<HttpBlobPeer> otherNodes() {
        ClusterView view = watch.view();
        return HttpBlobPeer.others(
                view.leader(), view.controllers().values(), view.supervisors().values(), instance, nodes);
    }

    private boolean answers(byte[] holder) {
        return address(record).hears(address(Json.read(holder, SupervisorRecord.class)));
    }

    /** Whether a registration was left by an earlier holder of this data directory, of which there may be copies. */
    private boolean isGone(byte[] holder) {
        SupervisorRecord other = Json.read(holder, SupervisorRecord.class);
        return other.instance().equals(instance) && address(record).provesGone(address(other));
    }

    private static DaemonAddress address(SupervisorRecord of) {
        return new DaemonAddress(of.machine(), of.host(), of.port());
    }

    private TopologyException taken(EphemeralNode.TakenException e) {
        SupervisorRecord other = Json.read(e.holder(), SupervisorRecord.class);
        return new TopologyException("node.id '" + other.node() + "' is taken by the supervisor at " + other.host()
                + ":" + other.port() + " (pid " + other.pid()
                + (address(record).sharesMachine(address(other)) ? "" : ", on another machine or in another container")
                + ") since " + e.since()
                + (other.instance().equals(instance)
                        ? ", of whose " + ClusterKeys.SUPERVISOR_DATA_DIR.name()
                                + " this one has a copy: set another node.id and an empty "
                                + ClusterKeys.SUPERVISOR_DATA_DIR.name() + ", or stop that one"
                        : ": set another node.id, or stop that one"));
    }

    private static int slots(Config config) {
        if (config.get(ClusterKeys.NODE_RELAY)) {
            return 0;
        }
        int slots = config.get(ClusterKeys.SUPERVISOR_SLOTS);
        return slots > 0 ? slots : Math.max(FEWEST_SLOTS, Runtime.getRuntime().availableProcessors());
    }
}
