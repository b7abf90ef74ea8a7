package io.millrace.cluster.supervisor;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.ClusterKeys;
import io.millrace.cluster.Loop;
import io.millrace.cluster.Startup;
import io.millrace.cluster.Wakeup;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.config.Directories;
import io.millrace.cluster.config.Encryption;
import io.millrace.cluster.config.ExclusiveDirectory;
import io.millrace.cluster.config.NodeNames;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.SupervisorRecord;
import io.millrace.cluster.registry.TopologyRecord;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's supervisor with all that belongs to it. Closing it leaves standalone workers running, for the next supervisor
 * to take over; those of an embedded cluster end with it.
 */
public final class SupervisorDaemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SupervisorDaemon.class);
    /** Where the reports of all workers are served. */
    public static final String WORKERS_PATH = "/v1/workers";

    /** Where it says which of their tasks are finished. */
    public static final String FINISHED_PATH = "/v1/workers/finished";

    /** How much of their metrics: full, or counts, which is a small part of it. */
    public static final String DETAIL = "detail";

    private static final int FEWEST_SLOTS = 4;
    private static final long HOUSEKEEPING_MILLIS = 10_000;
    private static final Duration LOGS_KEPT = Duration.ofDays(7);
    private static final Duration BLOBS_KEPT = Duration.ofMinutes(10);

    private final Startup parts = new Startup();
    private final Wakeup wakeup = new Wakeup();
    private final boolean embedded;
    private final String node;
    private final Registry registry;
    private final Supervisor supervisor;
    private final ClusterWatch watch;
    private final EphemeralNode registration;
    private final BlobStore blobs;
    private final LogFiles logs;
    private final Loop loop;
    private final int port;

    /** The loop's. */
    private long housekeepingDueMillis;

    private boolean taken;

    /** What is registered of this supervisor, and as bytes. */
    private SupervisorRecord record;

    private byte[] recordBytes;

    /** Starts a supervisor that is registered when this returns. */
    public static SupervisorDaemon start(Config config) {
        return new SupervisorDaemon(config, false, System.getProperty("java.class.path"));
    }

    /** As {@link #start}, but its workers end when this process does. */
    public static SupervisorDaemon embedded(Config config, String workerClassPath) {
        return new SupervisorDaemon(config, true, workerClassPath);
    }

    private SupervisorDaemon(Config config, boolean embedded, String workerClassPath) {
        this.embedded = embedded;
        this.node = NodeNames.id(config);
        Encryption.check(config);
        try {
            ExclusiveDirectory data = parts.add(ExclusiveDirectory.hold(config, ClusterKeys.SUPERVISOR_DATA_DIR));
            registry = parts.add(Startup.connect(config));
            String clusterId = registry.cluster(Startup.newClusterId()).id();
            Path base = Supervisor.directory(config, clusterId, node);
            logs = new LogFiles(data.path().resolve("logs"), config.get(ClusterKeys.WORKER_LOG_MAX_BYTES));
            blobs = new BlobStore(data.path().resolve("blobs"), Long.MAX_VALUE, Clock.systemUTC());
            BlobFetcher fetcher = parts.add(new BlobFetcher(blobs, this::blobSources, wakeup::signal));
            Path workingDirectory = embedded ? null : data.path();
            WorkerLauncher launcher = new JvmLauncher(workerClassPath, System.getenv(), workingDirectory);
            supervisor = new Supervisor(
                    node,
                    clusterId,
                    config,
                    registry,
                    new NodeSurroundings(node, clusterId, config, embedded, registry, fetcher, launcher, logs, base),
                    wakeup,
                    Startup::millis);
            supervisor.adopt(base);
            String host = config.get(ClusterKeys.NODE_HOST);
            HttpDaemon http = parts.add(HttpDaemon.start(
                    host,
                    config.get(ClusterKeys.SUPERVISOR_PORT),
                    ClusterKeys.NODE_HOST,
                    ClusterKeys.SUPERVISOR_PORT,
                    new SupervisorApi(node, supervisor, blobs, logs).routes(),
                    null));
            port = http.port();
            record = new SupervisorRecord(
                    node,
                    host,
                    port,
                    ProcessHandle.current().pid(),
                    Runtime.getRuntime().availableProcessors(),
                    slots(config),
                    data.instance());
            recordBytes = Json.write(record);
            registration = registry.ephemeral(
                    registry.paths().supervisor(node),
                    recordBytes,
                    holder ->
                            Json.read(holder, SupervisorRecord.class).instance().equals(data.instance()),
                    wakeup::signal);
            Startup.untilHeld(registration, registry, SupervisorDaemon::answers, SupervisorDaemon::taken);
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

    /** Ends this supervisor; an embedded one waits until its workers are gone. */
    @Override
    public void close() {
        loop.close();
        if (embedded) {
            try {
                supervisor.stopAll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        parts.close();
    }

    private long pass() {
        boolean registered = register();
        if (!watch.ready()) {
            return HOUSEKEEPING_MILLIS;
        }
        ClusterView view = watch.view();
        long pause = supervisor.pass(view);
        if (!record.finishing().equals(supervisor.finishing())) {
            record = record.withFinishing(supervisor.finishing());
            recordBytes = Json.write(record);
        }
        if (registered) {
            registration.say(recordBytes);
        }
        long now = Startup.millis();
        if (now >= housekeepingDueMillis) {
            housekeepingDueMillis = now + HOUSEKEEPING_MILLIS;
            keepHouse(view);
        }
        return pause;
    }

    /** Whether this supervisor is registered. */
    private boolean register() {
        try {
            boolean held = registration.ensure();
            taken = false;
            return held;
        } catch (EphemeralNode.TakenException e) {
            if (!taken) {
                LOG.error("{}", taken(e.holder()).getMessage());
            }
            taken = true;
            return false;
        }
    }

    private void keepHouse(ClusterView view) {
        try {
            for (WorkerKey key : supervisor.keys()) {
                logs.rotate(key.topologyId(), key.worker());
            }
            logs.removeOlderThan(LOGS_KEPT, supervisor.topologyIds());
        } catch (IOException e) {
            LOG.warn("cannot tend the logs: {}", Directories.reason(e));
        }
        if (registry.connected()) {
            Set<String> used = new HashSet<>();
            for (TopologyView topology : view.topologies().values()) {
                TopologyRecord record = topology.record();
                used.add(record.topologyDigest());
                used.add(record.jarDigest());
            }
            blobs.retain(used, BLOBS_KEPT);
        }
    }

    private List<HttpTarget> blobSources() {
        ClusterView view = watch.view();
        List<HttpTarget> sources = new ArrayList<>();
        view.leader().ifPresent(leader -> sources.add(new HttpTarget(leader.host(), leader.port(), null)));
        view.supervisors().values().stream()
                .filter(other -> !other.node().equals(node))
                .forEach(other -> sources.add(new HttpTarget(other.host(), other.port(), null)));
        return sources;
    }

    private static boolean answers(byte[] holder) {
        SupervisorRecord other = Json.read(holder, SupervisorRecord.class);
        try {
            new HttpTarget(other.host(), other.port(), null).get(WORKERS_PATH);
            return true;
        } catch (IOException | ClusterException e) {
            return false;
        }
    }

    private static TopologyException taken(byte[] holder) {
        SupervisorRecord other = Json.read(holder, SupervisorRecord.class);
        return new TopologyException("node.id '" + other.node() + "' is taken by the supervisor at " + other.host()
                + ":" + other.port() + " (pid " + other.pid() + "): set another node.id, or stop that one");
    }

    private static int slots(Config config) {
        int slots = config.get(ClusterKeys.SUPERVISOR_SLOTS);
        return slots > 0 ? slots : Math.max(FEWEST_SLOTS, Runtime.getRuntime().availableProcessors());
    }
}
