// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The keys of a topology. Some can be set for a single component, see {@link #ofComponents}. */
public final class TopologyKeys implements GeoKeys, SnapshotKeys {

    private static final Pattern CLASS_NAME = Pattern.compile("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"
            + "(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)*(\\[\\])*");

    public static final ConfigKey<Integer> WORKERS = ConfigKey.integer(
            "topology.workers", 1, 1, 10_000, "Most worker processes; no more than slots and tasks are used.");
    public static final ConfigKey<Integer> EXECUTORS = ConfigKey.integer(
            "topology.worker.executors",
            0,
            0,
            1_024,
            "Most threads per worker that run its tasks; 0: the node's cores divided by its workers, at least 1."
                    + " Tasks of blocking components have threads of their own beside these.");
    public static final ConfigKey<Integer> THREAD_LOAD = ConfigKey.integer(
            "topology.worker.thread.load",
            75,
            0,
            100,
            "For how many percent of its time a thread that runs several executors may be busy before half of their load"
                    + " goes to another one; 0: each executor has its own thread.");
    public static final ConfigKey<Guarantee> GUARANTEE =
            ConfigKey.choice("topology.guarantee", Guarantee.AT_LEAST_ONCE, "What is promised for tuples.");
    public static final ConfigKey<Boolean> INACTIVE = ConfigKey.flag(
            "topology.inactive",
            false,
            "Whether a submitted topology is inactive at first: its components are open, and its spouts emit nothing"
                    + " until it is activated.");
    public static final ConfigKey<Duration> MESSAGE_TIMEOUT = ConfigKey.duration(
            "topology.message.timeout",
            "30 s",
            Duration.ofMillis(10),
            Duration.ofHours(24),
            "A tracked tuple whose tree is not complete after this time fails.");
    public static final ConfigKey<Duration> COMPLETED_RETENTION = ConfigKey.duration(
            "topology.completed.retention",
            "1 min",
            Duration.ZERO,
            Duration.ofDays(3_650),
            "How long a completed topology keeps its workers, so that its metrics can be read; then others get its"
                    + " slots, and it stays in the list until it is killed.");
    public static final ConfigKey<Integer> MAX_SPOUT_PENDING = ConfigKey.integer(
            "topology.max.spout.pending",
            16_384,
            1,
            1 << 24,
            "Tracked tuples of one spout task that may be under way; at this number nextTuple is not called.");
    public static final ConfigKey<Long> MAX_SPOUT_PENDING_BYTES = ConfigKey.bytes(
            "topology.max.spout.pending.bytes",
            "1024 GiB",
            1 << 10,
            1L << 40,
            "Bytes of the values of the tracked tuples of one spout task that may be under way; from this number on"
                    + " nextTuple is not called. The default is no bound.");
    public static final ConfigKey<Duration> SPOUT_POLL = ConfigKey.duration(
            "topology.spout.poll",
            "1 ms",
            Duration.ofNanos(1_000),
            Duration.ofHours(24),
            "Longest time from a call of nextTuple that emitted nothing, and has set no time by idleUntil, to the next"
                    + " one: a quarter of the time for which there has been nothing, and at least an eighth of this."
                    + " TaskContext.execute, acks and failures bring it at once.");
    public static final ConfigKey<Duration> REPEAT_MAX_PAUSE = ConfigKey.duration(
            "topology.repeat.max.pause",
            "10 s",
            Duration.ofMillis(1),
            Duration.ofHours(24),
            "Longest pause before a source repeats an input that has failed. It is repeated at once, then after 10 ms,"
                    + " and each further pause is twice as long.");
    public static final ConfigKey<Integer> REPEAT_FAILURES = ConfigKey.integer(
            "topology.repeat.failures",
            0,
            0,
            1_000_000_000,
            "After so many failures a source emits an input to its stream 'failed' instead of repeating it; 0: it is"
                    + " repeated without end.");
    public static final ConfigKey<Duration> STANDSTILL_WARNING = ConfigKey.duration(
            "topology.standstill.warning",
            "10 s",
            Duration.ofMillis(100),
            Duration.ofHours(24),
            "When nothing has moved for so long although it should, it is said who waits for whom: a spout whose trees"
                    + " do not end or whose emissions are not taken, a snapshot that is not complete, a recovery that"
                    + " does not end, a worker that has no connection to another one.");
    public static final ConfigKey<Integer> INBOX = ConfigKey.integer(
            "topology.task.inbox",
            1_024,
            1,
            1 << 20,
            "Tuples that may wait in front of a task before its sources are told to pause.");
    public static final ConfigKey<Long> INBOX_BYTES = ConfigKey.bytes(
            "topology.task.inbox.bytes",
            "16 MiB",
            1 << 10,
            1L << 34,
            "Bytes that may wait in front of a task before its sources are told to pause, but one tuple in any case.");
    public static final ConfigKey<Long> QUEUE_MEMORY = ConfigKey.bytes(
            "topology.queue.memory",
            "256 MiB",
            1 << 10,
            1L << 36,
            "Memory of a worker for tuples that wait for free tasks of components that subscribe by firstIdle: half on"
                    + " the heap, and half outside of it for what waits beyond, before it goes to files.");
    public static final ConfigKey<Long> QUEUE_DISK = ConfigKey.bytes(
            "topology.queue.disk",
            "8 GiB",
            0,
            1L << 50,
            "Most bytes of the files of a worker for such tuples; at this bound the tasks that emit them are not"
                    + " called. 0 B: no files, and all of topology.queue.memory on the heap.");
    public static final ConfigKey<String> QUEUE_DIR = ConfigKey.text(
            "topology.queue.dir",
            "",
            "Where these files are: a directory of the worker's node, on a disk and not in memory. Empty: below"
                    + " supervisor.data.dir; in an embedded engine the directory of temporary files.");
    public static final ConfigKey<Boolean> VIEWS = ConfigKey.flag(
            "topology.task.views",
            false,
            "Whether a bolt reads values of 16 KiB and more where they lie in its ring, by Tuple.getView, until their"
                    + " input is acked or failed; engines that are JVMs likewise (docs/memory.md). Not for results.");
    public static final ConfigKey<Long> OUTBOX_BYTES = ConfigKey.bytes(
            "topology.outbox.bytes",
            "64 MiB",
            1 << 20,
            1L << 40,
            "Bytes of the tuples that tasks of a worker have emitted and could not hand over, all its tasks together;"
                    + " half is divided among them, half is for those that need more, and each has one tuple in any case."
                    + " An emission beyond it throws.");
    public static final ConfigKey<Integer> COMMANDS = ConfigKey.integer(
            "topology.task.commands",
            1_024,
            1,
            1 << 20,
            "Commands of TaskContext.execute that may wait for a task; further ones are refused.");
    public static final ConfigKey<ErrorPolicy> ON_ERROR = ConfigKey.choice(
            "topology.on.error",
            ErrorPolicy.FAIL_TUPLE,
            "What follows when a component throws: its tuple fails, and it goes on, its worker is started again, or the"
                    + " topology ends.");
    public static final ConfigKey<MetricsDetail> METRICS = ConfigKey.choice(
            "topology.metrics",
            MetricsDetail.FULL,
            "What is measured: all, or only counts of tasks and executors, without latencies and traffic between"
                    + " tasks.");
    public static final ConfigKey<Long> CUSTOM_METRICS_BYTES = ConfigKey.bytes(
            "topology.metrics.custom.bytes",
            "512 KiB",
            0,
            1 << 28,
            "Room of each worker for the counters, gauges and timers of its components: 128 bytes for a counter or"
                    + " gauge, 10.5 KiB for a timer, more with long names.");
    public static final ConfigKey<Duration> SLOW_CALL_WARNING = ConfigKey.duration(
            "topology.slow.call.warning",
            "100 ms",
            Duration.ZERO,
            Duration.ofHours(24),
            "A call that takes longer than this is logged with its stack, except those of blocking components; 0 s:"
                    + " never.");
    public static final ConfigKey<Idle> IDLE = ConfigKey.choice(
            "topology.idle",
            Idle.PARK,
            "What an executor's thread does while it has no work. spin: it looks again at once, which has the lowest"
                    + " latency and takes a core per executor. park: it waits until it is woken, or until the next known"
                    + " time.");
    public static final ConfigKey<Duration> ASK_SPIN = ConfigKey.duration(
            "topology.ask.spin",
            "10 us",
            Duration.ZERO,
            Duration.ofMillis(10),
            "How long a service's thread that waits for the answer to a request looks for it, yielding between two"
                    + " looks, before it waits to be woken.");
    public static final ConfigKey<NodeLink> NODE_LINK = ConfigKey.choice(
            "topology.link.node",
            NodeLink.RING,
            "How workers of one node exchange tuples, also with services there: through rings in shared memory, or over"
                    + " TCP as workers of two nodes do. tcp is a switch for comparison: it costs latency and CPU.");
    public static final ConfigKey<Long> RING_BYTES = ConfigKey.bytes(
            "topology.ring.bytes",
            "4 MiB",
            1 << 16,
            1 << 29,
            "Size of each executor's ring in shared memory, rounded up to a power of two.");
    public static final ConfigKey<Long> MESSAGE_MAX_BYTES = ConfigKey.bytes(
            "topology.message.max.bytes",
            "16 MiB",
            1 << 10,
            1 << 26,
            "Largest encoded tuple between workers. Within a worker tuples are not encoded, and only held to this with"
                    + " topology.serialization.always.");
    public static final ConfigKey<Long> TRANSPORT_MEMORY = ConfigKey.bytes(
            "topology.transport.memory",
            "256 MiB",
            1 << 20,
            1L << 40,
            "Most bytes that a worker has received from other nodes and not yet passed to its tasks; each channel may"
                    + " hold 256 KiB in any case.");
    public static final ConfigKey<Duration> TRANSPORT_LATENCY_BUDGET = ConfigKey.duration(
            "topology.transport.latency.budget",
            "1 ms",
            Duration.ZERO,
            Duration.ofSeconds(1),
            "What a message's way to another node may take; a writer that small batches keep busy gathers more for up"
                    + " to a tenth of it. 0 s: never.");
    public static final ConfigKey<String> TRANSPORT_CONGESTION = ConfigKey.text(
            "topology.transport.congestion",
            "",
            "at most 15 small letters, digits, '_' or '-'",
            text -> text.matches("[a-z0-9_-]{0,15}"),
            "TCP's congestion control on connections between nodes, such as cubic, of those that the kernel has and"
                    + " allows; empty: the kernel's choice. Linux with epoll only.");
    public static final ConfigKey<String> ENGINE_BOUNDS = ConfigKey.text(
                    "topology.engine.bounds",
                    "",
                    "COMPONENT=" + EngineBounds.RULE + ", separated by commas",
                    EngineBounds::areBounds,
                    "How many engines each task of these components has, instead of engine.bounds. 'millrace engines TOPOLOGY"
                            + " -e COMPONENT=MIN..MAX' changes it while it runs.")
            .live(EngineBounds::changed);
    public static final ConfigKey<String> WORKER_HEAP =
            ConfigKey.heap("topology.worker.heap", "256m", 1 << 24, 1L << 40, "Maximum heap of a worker process.");
    public static final ConfigKey<String> WORKER_OPTIONS = ConfigKey.text(
                    "topology.worker.options",
                    "",
                    "options of java, separated by spaces, the first starting with '-', but not -Xmx (topology.worker.heap)",
                    TopologyKeys::areOptions,
                    "Further options of a worker's java command, separated by spaces; without a choice of the garbage collector"
                            + " among them it is -XX:+UseSerialGC, which heaps of many GiB should not have.")
            .shownAs(SecretSettings::shownOptions);
    public static final ConfigKey<String> SERIALIZED_CLASSES = ConfigKey.text(
            "topology.serialization.classes",
            "",
            "distinct full names of classes, separated by commas",
            TopologyKeys::areClassNames,
            "Classes, separated by commas, whose objects may go to other workers as values of tuples, beside the"
                    + " built-in types and those that have a codec, such as com.shop.Order$Line or int[]; the order is"
                    + " part of the encoding.");
    public static final ConfigKey<Boolean> SERIALIZE_ALWAYS = ConfigKey.flag(
            "topology.serialization.always",
            false,
            "For tests: tuples are encoded and decoded on their way within a worker too, so that one worker finds what"
                    + " would go wrong between several. Without it a worker hands values over by reference, of any"
                    + " class.");
    public static final ConfigKey<String> SCHEDULER_ALGORITHM = ConfigKey.text(
            "scheduler.algorithm",
            "multilevel",
            "Which algorithm says where a topology's tasks run; 'millrace schedule -h' lists them.");
    public static final ConfigKey<String> REGIONS = ConfigKey.text(
            "topology.regions",
            "",
            "different names of regions, separated by commas",
            RegionNames::areNames,
            "The only regions (node.region) whose nodes may run the tasks; empty: any. SpoutDeclarer.regions and"
                    + " BoltDeclarer.regions set it for a component.");
    public static final ConfigKey<Boolean> REBALANCE_AUTO = ConfigKey.flag(
                    "topology.rebalance.auto",
                    false,
                    "Whether the controller moves tasks by itself when the traffic that it measures shows that this pays;"
                            + " 'millrace rebalance TOPOLOGY --auto on' or 'off' changes it while the topology runs.")
            .live((now, change) -> change);
    public static final ConfigKey<Integer> REBALANCE_MIN_GAIN = ConfigKey.integer(
            "topology.rebalance.min.gain",
            10,
            1,
            100,
            "By how many percent an automatic move must make the hops of messages cheaper.");
    public static final ConfigKey<Integer> REBALANCE_CONFIRMATIONS = ConfigKey.integer(
            "topology.rebalance.confirmations",
            3,
            1,
            1_000,
            "In so many measurements in a row (monitor.interval) an automatic move must pay before it is made.");
    public static final ConfigKey<Duration> REBALANCE_CALM = ConfigKey.duration(
            "topology.rebalance.calm",
            "5 min",
            Duration.ZERO,
            Duration.ofHours(24),
            "How long nothing is moved automatically after any move; it doubles with each automatic move in a row that"
                    + " had to be taken back.");
    public static final ConfigKey<Duration> REBALANCE_HORIZON = ConfigKey.duration(
            "topology.rebalance.horizon",
            "6 h",
            Duration.ofSeconds(1),
            Duration.ofDays(365),
            "Within this time an automatic move must save more delay of messages than its pause causes; at least"
                    + " topology.rebalance.calm.");
    public static final ConfigKey<Integer> REBALANCE_MAX_MOVES = ConfigKey.integer(
            "topology.rebalance.max.moves",
            32,
            1,
            1_000_000,
            "Most tasks that one automatic move takes to other workers; if more should move, those that save most go"
                    + " first.");
    public static final ConfigKey<Integer> FEED_CAPACITY = ConfigKey.integer(
            "topology.feed.capacity",
            4_096,
            2,
            1 << 20,
            "Tuples that may wait for one task of a fed spout, rounded up to a power of two; beyond them 'offer'"
                    + " returns false.");
    public static final ConfigKey<Integer> ASK_PENDING = ConfigKey.integer(
            "topology.ask.pending",
            65_536,
            1,
            1 << 24,
            "Requests that one service may have under way at one function; beyond them 'ask' fails at once.");
    public static final ConfigKey<Long> SEED = ConfigKey.number(
            "topology.seed", 0, 0, Long.MAX_VALUE, "Seed of all random choices; 0 takes a new one at each start.");

    public static final ConfigKey<Duration> WATERMARK_INTERVAL = ConfigKey.duration(
            "topology.watermark.interval",
            "50 ms",
            Duration.ofMillis(1),
            Duration.ofMinutes(1),
            "How often a task of a spout with event time tells the tasks behind it how far it has come, if it has come"
                    + " further.");
    public static final ConfigKey<Duration> EVENT_TIME_MAX_AHEAD = ConfigKey.duration(
            "topology.event.time.max.ahead",
            "24 h",
            Duration.ZERO,
            Duration.ofDays(36_500),
            "How far an event time may be ahead of the clock of the spout's node. A later one is counted as an error,"
                    + " and moves no watermark.");

    private TopologyKeys() {}

    /** Returns all keys in the order of the documentation. */
    public static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> all = new ArrayList<>(List.of(
                WORKERS,
                EXECUTORS,
                THREAD_LOAD,
                GUARANTEE,
                INACTIVE,
                MESSAGE_TIMEOUT,
                COMPLETED_RETENTION,
                MAX_SPOUT_PENDING,
                MAX_SPOUT_PENDING_BYTES,
                SPOUT_POLL,
                REPEAT_MAX_PAUSE,
                REPEAT_FAILURES,
                STANDSTILL_WARNING,
                INBOX,
                INBOX_BYTES,
                QUEUE_MEMORY,
                QUEUE_DISK,
                QUEUE_DIR,
                VIEWS,
                OUTBOX_BYTES,
                COMMANDS,
                ON_ERROR,
                METRICS,
                CUSTOM_METRICS_BYTES,
                SLOW_CALL_WARNING,
                IDLE,
                ASK_SPIN,
                NODE_LINK,
                RING_BYTES,
                MESSAGE_MAX_BYTES,
                TRANSPORT_MEMORY,
                TRANSPORT_LATENCY_BUDGET,
                TRANSPORT_CONGESTION,
                GEO,
                GEO_MODEL,
                GEO_MAX_DELAY,
                GEO_CPU,
                GEO_BATCH_MAX_BYTES,
                GEO_MEMORY,
                GEO_COMPRESSION,
                GEO_ROUTES,
                GEO_SPREAD,
                GEO_ORDER,
                GEO_MULTICAST,
                GEO_OBJECTIVE,
                GEO_BUDGET,
                WORKER_HEAP,
                WORKER_OPTIONS,
                SERIALIZED_CLASSES,
                SERIALIZE_ALWAYS,
                SCHEDULER_ALGORITHM,
                REGIONS,
                REBALANCE_AUTO,
                REBALANCE_MIN_GAIN,
                REBALANCE_CONFIRMATIONS,
                REBALANCE_CALM,
                REBALANCE_HORIZON,
                REBALANCE_MAX_MOVES,
                FEED_CAPACITY,
                ASK_PENDING,
                SNAPSHOT_INTERVAL,
                SNAPSHOT_TIMEOUT,
                SNAPSHOT_ALIGNMENT,
                SNAPSHOT_ALIGNMENT_TIMEOUT,
                SNAPSHOT_CHANNEL_BYTES,
                WATERMARK_INTERVAL,
                EVENT_TIME_MAX_AHEAD,
                SNAPSHOT_MIN_PAUSE,
                SNAPSHOT_KEEP,
                SNAPSHOT_TOLERATED_FAILURES,
                ON_SNAPSHOT_FAILURE,
                STATE_DIR,
                STATE_ACCESS,
                SAVEPOINT_FROM,
                SAVEPOINT_ALLOW_DROPPED,
                SEED,
                ENGINE_BOUNDS));
        all.addAll(EngineKeys.all());
        return List.copyOf(all);
    }

    /** Returns the keys whose values may change while a topology runs. */
    public static List<ConfigKey<?>> live() {
        return all().stream().filter(ConfigKey::isLive).toList();
    }

    /** Returns the keys that can be set for a single component. All others hold for the whole topology. */
    public static List<ConfigKey<?>> ofComponents() {
        List<ConfigKey<?>> all = new ArrayList<>(List.of(
                MESSAGE_TIMEOUT,
                MAX_SPOUT_PENDING,
                MAX_SPOUT_PENDING_BYTES,
                SPOUT_POLL,
                REPEAT_MAX_PAUSE,
                REPEAT_FAILURES,
                INBOX,
                INBOX_BYTES,
                VIEWS,
                COMMANDS,
                ON_ERROR,
                FEED_CAPACITY,
                ASK_PENDING,
                REGIONS));
        all.addAll(EngineKeys.all());
        return List.copyOf(all);
    }

    private static boolean areOptions(String text) {
        return text.isEmpty()
                || text.startsWith("-")
                        && Arrays.stream(text.split("\\s+")).noneMatch(option -> option.startsWith("-Xmx"));
    }

    private static boolean areClassNames(String text) {
        if (text.isEmpty()) {
            return true;
        }
        Set<String> seen = new HashSet<>();
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .allMatch(name -> CLASS_NAME.matcher(name).matches() && seen.add(name));
    }
}
