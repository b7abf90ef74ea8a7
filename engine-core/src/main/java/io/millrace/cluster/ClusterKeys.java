package io.millrace.cluster;

import io.millrace.api.config.ConfigKey;
import java.time.Duration;
import java.util.List;

/** The settings of the cluster's processes and of its clients. In paths, a leading {@code ~} is the user's home. */
public final class ClusterKeys {

    public static final ConfigKey<String> ZOOKEEPER_CONNECT = ConfigKey.text(
            "zookeeper.connect", "127.0.0.1:2181", "Addresses of ZooKeeper, host:port separated by commas.");
    public static final ConfigKey<String> ZOOKEEPER_ROOT = ConfigKey.text(
            "zookeeper.root",
            "/millrace",
            "The node in ZooKeeper under which a cluster keeps everything; clusters that share a ZooKeeper need"
                    + " different ones.");
    public static final ConfigKey<Duration> ZOOKEEPER_SESSION_TIMEOUT = ConfigKey.duration(
            "zookeeper.session.timeout",
            "10 s",
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            "After this time without a sign of life ZooKeeper takes a process for gone.");
    public static final ConfigKey<String> ZOOKEEPER_HOST =
            ConfigKey.text("zookeeper.host", "127.0.0.1", "The interface on which 'millrace zookeeper' listens.");
    public static final ConfigKey<Integer> ZOOKEEPER_PORT = ConfigKey.integer(
            "zookeeper.port", 2181, 0, 65_535, "The port on which 'millrace zookeeper' listens; 0: any free one.");
    public static final ConfigKey<String> ZOOKEEPER_DATA_DIR =
            ConfigKey.text("zookeeper.data.dir", "~/.millrace/zookeeper", "Where 'millrace zookeeper' keeps its data.");

    public static final ConfigKey<String> CONTROLLER_HOST = ConfigKey.text(
            "controller.host",
            "127.0.0.1",
            "The interface on which the controller serves REST, and the address under which clients and supervisors"
                    + " reach it.");
    public static final ConfigKey<Integer> CONTROLLER_PORT = ConfigKey.integer(
            "controller.port", 7370, 0, 65_535, "The port on which the controller serves REST; 0: any free one.");
    public static final ConfigKey<String> CONTROLLER_DATA_DIR = ConfigKey.text(
            "controller.data.dir",
            "~/.millrace/controller",
            "Where the controller keeps submitted jars and, if it makes one, its token.");
    public static final ConfigKey<String> CONTROLLER_TOKEN = ConfigKey.text(
            "controller.token",
            "",
            "The secret that every change needs. Empty: the controller makes one in the file 'token' of"
                    + " controller.data.dir, readable by its user only, and clients look for it there.");
    public static final ConfigKey<Duration> CONTROLLER_NODE_GRACE = ConfigKey.duration(
            "controller.node.grace",
            "10 s",
            Duration.ZERO,
            Duration.ofHours(24),
            "How long a supervisor may be gone before the workers that are gone with it are started elsewhere.");
    public static final ConfigKey<Duration> CONTROLLER_POLL_INTERVAL = ConfigKey.duration(
            "controller.poll.interval",
            "200 ms",
            Duration.ofMillis(10),
            Duration.ofMinutes(1),
            "How often the controller asks supervisors whether new topologies, and those with a spout task that has finished,"
                    + " have completed; it does not ask about others.");
    public static final ConfigKey<Long> CONTROLLER_JAR_MAX_BYTES = ConfigKey.bytes(
            "controller.jar.max.bytes", "512 MiB", 1 << 10, 1L << 34, "Largest jar that can be submitted.");

    public static final ConfigKey<Duration> CONTROLLER_REBALANCE_DRAIN = ConfigKey.duration(
            "controller.rebalance.drain",
            "10 s",
            Duration.ZERO,
            Duration.ofHours(1),
            "How long a rebalance waits, with paused spouts, for what is under way; what is left then fails and is repeated.");

    public static final ConfigKey<Duration> MONITOR_INTERVAL = ConfigKey.duration(
            "monitor.interval",
            "10 s",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "How often the controller measures which tasks talk how much and what CPU they use. Each measurement has"
                    + " half of the weight, all before it the other half.");

    public static final ConfigKey<String> NODE_ID = ConfigKey.text(
            "node.id", "", "The name of this node, unique among the supervisors; empty: the machine's host name.");
    public static final ConfigKey<String> NODE_HOST = ConfigKey.text(
            "node.host",
            "127.0.0.1",
            "The address under which other nodes reach this one's supervisor and workers, and the interface on which"
                    + " they listen.");
    public static final ConfigKey<Integer> SUPERVISOR_SLOTS = ConfigKey.integer(
            "supervisor.slots", 0, 0, 10_000, "Most workers on this node; 0: as many as it has cores, but at least 4.");
    public static final ConfigKey<Integer> SUPERVISOR_PORT = ConfigKey.integer(
            "supervisor.port",
            0,
            0,
            65_535,
            "The port on which the supervisor serves metrics and logs; 0: any free one, as the registry knows it.");
    public static final ConfigKey<String> SUPERVISOR_DATA_DIR = ConfigKey.text(
            "supervisor.data.dir",
            "~/.millrace/supervisor",
            "Where the supervisor keeps jars, logs and what it knows of its workers; one supervisor each.");
    public static final ConfigKey<String> IPC_DIR = ConfigKey.text(
            "ipc.dir",
            "",
            "The directory in shared memory for workers' rings; empty: millrace-<user> in /dev/shm, or in the temp"
                    + " directory where there is no /dev/shm.");

    public static final ConfigKey<String> TRANSPORT_TLS_CERTIFICATE = ConfigKey.text(
            "transport.tls.certificate",
            "",
            "PEM file with this node's certificate, which names node.host, and those that lead to a trusted one. With it,"
                    + " connections between workers of different nodes are encrypted; all nodes must have one, or none.");
    public static final ConfigKey<String> TRANSPORT_TLS_KEY = ConfigKey.text(
            "transport.tls.key",
            "",
            "PEM file with the private key of transport.tls.certificate: PKCS#8, not encrypted.");
    public static final ConfigKey<String> TRANSPORT_TLS_TRUSTED = ConfigKey.text(
            "transport.tls.trusted",
            "",
            "PEM file with the certificates of the authorities that sign nodes' certificates.");
    public static final ConfigKey<String> TRANSPORT_TLS_ALLOWED = ConfigKey.text(
            "transport.tls.allowed",
            "",
            "Names, separated by commas, of which a node that connects to this one must have one in its certificate; empty:"
                    + " every node with a trusted certificate may.");

    public static final ConfigKey<Duration> WORKER_START_TIMEOUT = ConfigKey.duration(
            "worker.start.timeout",
            "60 s",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "A worker that has not joined its topology after this time is killed and started again.");
    public static final ConfigKey<Duration> WORKER_STOP_TIMEOUT = ConfigKey.duration(
            "worker.stop.timeout",
            "10 s",
            Duration.ZERO,
            Duration.ofHours(1),
            "How long a worker may take to close its components before it is killed.");
    public static final ConfigKey<Duration> WORKER_BACKOFF_MIN = ConfigKey.duration(
            "worker.restart.backoff.min",
            "200 ms",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "The pause before the second restart of a worker in a row; the first comes at once. It doubles each time.");
    public static final ConfigKey<Duration> WORKER_BACKOFF_MAX = ConfigKey.duration(
            "worker.restart.backoff.max",
            "30 s",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "The longest pause before a restart.");
    public static final ConfigKey<Duration> WORKER_HEALTHY_AFTER = ConfigKey.duration(
            "worker.healthy.after",
            "30 s",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "A worker that ran this long is restarted at once again.");
    public static final ConfigKey<Long> WORKER_LOG_MAX_BYTES = ConfigKey.bytes(
            "worker.log.max.bytes",
            "16 MiB",
            1 << 12,
            1L << 40,
            "A worker's log that grew to this size is kept as the previous one, and a new one is begun.");

    private ClusterKeys() {}

    /** All, in the order of the documentation. */
    public static List<ConfigKey<?>> all() {
        return List.of(
                ZOOKEEPER_CONNECT,
                ZOOKEEPER_ROOT,
                ZOOKEEPER_SESSION_TIMEOUT,
                ZOOKEEPER_HOST,
                ZOOKEEPER_PORT,
                ZOOKEEPER_DATA_DIR,
                CONTROLLER_HOST,
                CONTROLLER_PORT,
                CONTROLLER_DATA_DIR,
                CONTROLLER_TOKEN,
                CONTROLLER_NODE_GRACE,
                CONTROLLER_POLL_INTERVAL,
                CONTROLLER_JAR_MAX_BYTES,
                CONTROLLER_REBALANCE_DRAIN,
                MONITOR_INTERVAL,
                NODE_ID,
                NODE_HOST,
                SUPERVISOR_SLOTS,
                SUPERVISOR_PORT,
                SUPERVISOR_DATA_DIR,
                IPC_DIR,
                TRANSPORT_TLS_CERTIFICATE,
                TRANSPORT_TLS_KEY,
                TRANSPORT_TLS_TRUSTED,
                TRANSPORT_TLS_ALLOWED,
                WORKER_START_TIMEOUT,
                WORKER_STOP_TIMEOUT,
                WORKER_BACKOFF_MIN,
                WORKER_BACKOFF_MAX,
                WORKER_HEALTHY_AFTER,
                WORKER_LOG_MAX_BYTES);
    }
}
