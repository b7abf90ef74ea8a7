package io.millrace.runtime.settings;

import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.Prices;
import io.millrace.api.config.RegionNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of the cluster's processes and of its clients. In paths, a leading {@code ~} is the user's home
 * directory.
 */
public final class ClusterKeys {

    private static final List<ConfigKey<?>> ALL = new ArrayList<>();

    public static final ConfigKey<String> ZOOKEEPER_CONNECT = add(ConfigKey.text(
            "zookeeper.connect",
            "127.0.0.1:2181",
            "Addresses of ZooKeeper's servers, host:port separated by commas. A path after the last one, as in"
                    + " zk1:2181,zk2:2181/streams, is put before zookeeper.root, and is created if it is not there."));
    public static final ConfigKey<String> ZOOKEEPER_ROOT = add(ConfigKey.text(
            "zookeeper.root",
            "/millrace",
            "The node in ZooKeeper below which a cluster keeps its data; clusters that share a ZooKeeper need"
                    + " different ones."));
    public static final ConfigKey<Duration> ZOOKEEPER_SESSION_TIMEOUT = add(ConfigKey.duration(
            "zookeeper.session.timeout",
            "10 s",
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            "After this time without a heartbeat ZooKeeper considers a process dead."));
    public static final ConfigKey<String> ZOOKEEPER_AUTH = add(ConfigKey.secret(
            "zookeeper.auth",
            "user:password",
            text -> text.matches("[^:\\s]+:\\S+"),
            "The user and password by which all processes and commands authenticate with ZooKeeper (scheme digest). With"
                    + " it only this user can read or write the cluster's nodes. Never shown. Set it by the environment variable"
                    + " MILLRACE_ZOOKEEPER_AUTH or by zookeeper.auth.file, as others can read command lines."));
    public static final ConfigKey<String> ZOOKEEPER_AUTH_FILE = add(
            ConfigKey.text(
                    "zookeeper.auth.file",
                    "",
                    "File with user:password for zookeeper.auth, which only its owner can read; zookeeper.auth comes before it."));
    public static final ConfigKey<String> ZOOKEEPER_TLS_TRUSTED = add(ConfigKey.text(
            "zookeeper.tls.trusted",
            "",
            "PEM file with the authorities of ZooKeeper's servers. With it, connections are encrypted, zookeeper.connect names"
                    + " each server's secureClientPort, and 'millrace zookeeper' takes only processes with a certificate of these"
                    + " authorities."));
    public static final ConfigKey<String> ZOOKEEPER_TLS_CERTIFICATE = add(ConfigKey.text(
            "zookeeper.tls.certificate",
            "",
            "PEM file with the certificate that this process shows to ZooKeeper's servers, its chain, and its private key:"
                    + " PKCS#8, not encrypted. Servers ask for one unless they have ssl.clientAuth=none."
                    + " 'millrace zookeeper' shows it to processes that connect."));
    public static final ConfigKey<String> ZOOKEEPER_HOST =
            add(ConfigKey.text("zookeeper.host", "127.0.0.1", "The interface on which 'millrace zookeeper' listens."));
    public static final ConfigKey<Integer> ZOOKEEPER_PORT = add(ConfigKey.integer(
            "zookeeper.port", 2181, 0, 65_535, "The port on which 'millrace zookeeper' listens; 0: any free one."));
    public static final ConfigKey<String> ZOOKEEPER_DATA_DIR = add(ConfigKey.text(
            "zookeeper.data.dir", "~/.millrace/zookeeper", "Where 'millrace zookeeper' keeps its data."));

    public static final ConfigKey<Duration> CLUSTER_NODE_LOST_TIMEOUT = add(ConfigKey.duration(
            "cluster.node.lost.timeout",
            "30 s",
            Duration.ZERO,
            Duration.ofHours(24),
            "When nothing has been heard of a node for this long, its tasks move to free slots of other nodes; not before"
                    + " zookeeper.session.timeout. Longer than the restart of a supervisor or of a switch, which then moves"
                    + " nothing. Workers that still run do not move. The controllers' setting counts."));
    public static final ConfigKey<Duration> CLUSTER_REGION_RTT = add(ConfigKey.duration(
            "cluster.region.rtt",
            "50 ms",
            Duration.ZERO,
            Duration.ofMinutes(1),
            "The round trip between two regions that the scheduler counts until workers have measured it. The controllers'"
                    + " setting counts."));

    public static final ConfigKey<String> CONTROLLER_HOST = add(ConfigKey.text(
            "controller.host",
            "127.0.0.1",
            "The interface on which the controller serves REST, and the address under which clients and supervisors"
                    + " reach it."));
    public static final ConfigKey<Integer> CONTROLLER_PORT = add(ConfigKey.integer(
            "controller.port", 7370, 0, 65_535, "The port on which the controller serves REST; 0: any free one."));
    public static final ConfigKey<String> CONTROLLER_DATA_DIR = add(ConfigKey.text(
            "controller.data.dir",
            "~/.millrace/controller",
            "Directory of the controller, for submitted jars and a generated token."));
    public static final ConfigKey<String> CONTROLLER_TOKEN = add(ConfigKey.secret(
            "controller.token",
            "text",
            text -> true,
            "The secret that authorises changes. Empty: the controller generates one in the file 'token' of"
                    + " controller.data.dir, readable by its user only, and clients look for it there."));
    public static final ConfigKey<String> CONTROLLER_ASK_TOKEN = add(
            ConfigKey.secret(
                    "controller.ask.token",
                    "text",
                    text -> true,
                    "A second, weaker secret: it authorises requests to functions of topologies, and reads where rest.read.protected is set, but"
                            + " no changes. Empty: there is none, and these need controller.token. Supervisors take it for reads."));
    public static final ConfigKey<String> CONTROLLER_READ_TOKEN = add(ConfigKey.secret(
            "controller.read.token",
            "text",
            text -> true,
            "A third secret, for reads alone: it reads where rest.read.protected is set, and anything else that comes with it"
                    + " is refused with 403. Empty: there is none. Supervisors take it too."));
    public static final ConfigKey<Boolean> REST_READ_PROTECTED = add(
            ConfigKey.flag(
                    "rest.read.protected",
                    false,
                    "Whether reads by REST need a token: controller.token, controller.ask.token or controller.read.token, as a bearer token or as the"
                            + " password that a browser asks for. Set it for controllers and supervisors, and for clients that have controller.token alone."));
    public static final ConfigKey<String> REST_HOSTS = add(
            ConfigKey.text(
                    "rest.hosts",
                    "",
                    "Further names, separated by commas, under which clients reach this process's REST interface, such as a proxy's."
                            + " Names but these, localhost, addresses, controller.host, node.host and the machine's are refused with 421."));
    public static final ConfigKey<String> REST_TLS_CERTIFICATE = add(
            ConfigKey.text(
                    "rest.tls.certificate",
                    "",
                    "PEM file with the certificate of this controller or supervisor for controller.host or node.host, and its chain to a trusted"
                            + " certificate. With it REST is encrypted; all controllers and supervisors must have one, or none."));
    public static final ConfigKey<String> REST_TLS_KEY = add(ConfigKey.text(
            "rest.tls.key", "", "PEM file with the private key of rest.tls.certificate: PKCS#8, not encrypted."));
    public static final ConfigKey<String> REST_TLS_TRUSTED = add(ConfigKey.text(
            "rest.tls.trusted",
            "",
            "PEM file with the certificates of the authorities that sign those of controllers and supervisors. With it commands, clients"
                    + " and nodes ask by HTTPS only."));
    public static final ConfigKey<Duration> CONTROLLER_POLL_INTERVAL = add(ConfigKey.duration(
            "controller.poll.interval",
            "200 ms",
            Duration.ofMillis(10),
            Duration.ofMinutes(1),
            "How often the controller asks supervisors whether topologies have completed. It asks only about new topologies"
                    + " and those with a finished spout task."));
    public static final ConfigKey<Long> CONTROLLER_JAR_MAX_BYTES = add(ConfigKey.bytes(
            "controller.jar.max.bytes", "512 MiB", 1 << 10, 1L << 34, "Largest jar that can be submitted."));

    public static final ConfigKey<Duration> CONTROLLER_REBALANCE_DRAIN = add(
            ConfigKey.duration(
                    "controller.rebalance.drain",
                    "10 s",
                    Duration.ZERO,
                    Duration.ofHours(1),
                    "How long a rebalance waits with paused spouts for tuples in flight; the remaining tuples then fail and are replayed."));

    public static final ConfigKey<Duration> MONITOR_INTERVAL = add(ConfigKey.duration(
            "monitor.interval",
            "10 s",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "How often the controller measures message rates between tasks and their CPU use. The rates are exponential"
                    + " averages with this half-life."));

    public static final ConfigKey<String> NODE_ID = add(ConfigKey.text(
            "node.id", "", "The name of this node, unique among the supervisors; empty: the machine's host name."));
    public static final ConfigKey<String> NODE_REGION = add(ConfigKey.text(
            "node.region",
            "default",
            RegionNames.RULE,
            RegionNames::isName,
            "The region of this node: a site within which round trips are short. Components can be confined to regions"
                    + " (topology.regions)."));
    public static final ConfigKey<Boolean> NODE_RELAY = add(ConfigKey.flag(
            "node.relay",
            false,
            "Whether this node takes no tasks, and gets a worker without tasks of each topology that sends from or to its region:"
                    + " it forwards batches to another region as a further route."));
    public static final ConfigKey<String> NODE_HOST = add(ConfigKey.text(
            "node.host",
            "127.0.0.1",
            "The address under which other nodes reach this one's supervisor and workers, and the interface on which"
                    + " they listen."));
    public static final ConfigKey<String> REGION_COST_EGRESS = add(ConfigKey.text(
            "region.cost.egress",
            "",
            Prices.RULE,
            Prices::arePrices,
            "What a gigabyte (10^9 bytes) costs that leaves this node's region, by the region to which it goes, in any currency; a"
                    + " region that is not listed costs nothing. See topology.geo.budget."));
    public static final ConfigKey<String> REGION_COST_VM = add(ConfigKey.text(
            "region.cost.vm",
            "0",
            Prices.AMOUNT,
            Prices::isAmount,
            "What an hour of a relay's machine costs, as this node counts it for routes that it uses."));
    public static final ConfigKey<Integer> SUPERVISOR_SLOTS = add(ConfigKey.integer(
            "supervisor.slots",
            0,
            0,
            10_000,
            "Maximum of workers on this node; 0: the number of cores, but at least 4."));
    public static final ConfigKey<Integer> SUPERVISOR_PORT = add(
            ConfigKey.integer(
                    "supervisor.port",
                    0,
                    0,
                    65_535,
                    "The port on which the supervisor serves metrics and logs; 0: any free one, which the registry publishes."));
    public static final ConfigKey<String> SUPERVISOR_DATA_DIR = add(ConfigKey.text(
            "supervisor.data.dir",
            "~/.millrace/supervisor",
            "Directory of the supervisor, for jars, logs and files of queues; each supervisor needs its own."));
    public static final ConfigKey<Long> SUPERVISOR_RESOURCES_MAX_BYTES = add(ConfigKey.bytes(
            "supervisor.resources.max.bytes",
            "1 GiB",
            1 << 10,
            1L << 40,
            "Most bytes that the files below resources/ of one jar take on a node when they are extracted; of them there are"
                    + " at most 100,000."));
    public static final ConfigKey<String> IPC_DIR = add(ConfigKey.text(
            "ipc.dir",
            "",
            "The directory in shared memory for workers' rings; empty: millrace-<user> in /dev/shm, or in the temp"
                    + " directory where there is no /dev/shm."));

    public static final ConfigKey<String> TRANSPORT_TLS_CERTIFICATE = add(
            ConfigKey.text(
                    "transport.tls.certificate",
                    "",
                    "PEM file with this node's certificate for node.host, and its chain to a trusted certificate. With it,"
                            + " connections between workers of different nodes are encrypted; all nodes must have one, or none."));
    public static final ConfigKey<String> TRANSPORT_TLS_KEY = add(ConfigKey.text(
            "transport.tls.key",
            "",
            "PEM file with the private key of transport.tls.certificate: PKCS#8, not encrypted."));
    public static final ConfigKey<String> TRANSPORT_TLS_TRUSTED = add(ConfigKey.text(
            "transport.tls.trusted",
            "",
            "PEM file with the certificates of the authorities that sign nodes' certificates."));
    public static final ConfigKey<String> TRANSPORT_TLS_ALLOWED = add(ConfigKey.text(
            "transport.tls.allowed",
            "",
            "Names, separated by commas. A node that connects to this one needs one of them in its certificate; empty:"
                    + " any node with a trusted certificate may connect."));

    public static final ConfigKey<Duration> WORKER_START_TIMEOUT = add(ConfigKey.duration(
            "worker.start.timeout",
            "60 s",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "A worker that has not joined its topology after this time is killed and restarted."));
    public static final ConfigKey<Duration> WORKER_HANG_TIMEOUT = add(ConfigKey.duration(
            "worker.hang.timeout",
            "30 s",
            Duration.ZERO,
            Duration.ofHours(24),
            "A running worker that is stopped, or in which a call of a component that is not blocking takes this long, is"
                    + " killed and restarted; 0 s: never, otherwise at least 2 s."));
    public static final ConfigKey<Duration> WORKER_STOP_TIMEOUT = add(ConfigKey.duration(
            "worker.stop.timeout",
            "10 s",
            Duration.ZERO,
            Duration.ofHours(1),
            "How long a worker may take to close its components before it is killed."));
    public static final ConfigKey<Duration> WORKER_BACKOFF_MIN = add(ConfigKey.duration(
            "worker.restart.backoff.min",
            "200 ms",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "The pause before the second restart in a row; the first is immediate. It doubles with each restart."));
    public static final ConfigKey<Duration> WORKER_BACKOFF_MAX = add(ConfigKey.duration(
            "worker.restart.backoff.max",
            "30 s",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "The longest pause before a restart."));
    public static final ConfigKey<Duration> WORKER_HEALTHY_AFTER = add(ConfigKey.duration(
            "worker.healthy.after",
            "30 s",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "A worker that ran this long is restarted without a pause."
                    + " After a kill from outside a tenth of it is enough."));
    public static final ConfigKey<Long> WORKER_LOG_MAX_BYTES = add(ConfigKey.bytes(
            "worker.log.max.bytes",
            "16 MiB",
            1 << 12,
            1L << 40,
            "At this size a worker's log is rotated; one previous log is kept."));
    public static final ConfigKey<Long> WORKER_LOG_TOPOLOGY_BYTES = add(ConfigKey.bytes(
            "worker.log.topology.max.bytes",
            "256 MiB",
            1 << 12,
            1L << 40,
            "Most bytes of a topology's logs on a node. Beyond them the oldest previous logs and logs of ended workers are"
                    + " removed, and then the largest logs are emptied."));

    public static final ConfigKey<String> DAEMON_LOG_DIR = add(ConfigKey.text(
            "daemon.log.dir",
            "",
            "Directory for the log of a daemon, such as supervisor.log; empty: standard error, for systemd and containers"
                    + " to keep."));
    public static final ConfigKey<Long> DAEMON_LOG_MAX_BYTES = add(ConfigKey.bytes(
            "daemon.log.max.bytes",
            "16 MiB",
            1 << 12,
            1L << 30,
            "At this size a daemon's log in daemon.log.dir is rotated; one previous log is kept."));

    private ClusterKeys() {}

    /** Returns all keys in the order of the documentation, which is that of their declarations. */
    public static List<ConfigKey<?>> all() {
        return List.copyOf(ALL);
    }

    private static <T> ConfigKey<T> add(ConfigKey<T> key) {
        ALL.add(key);
        return key;
    }
}
