package io.millrace.runtime.meters;

import java.util.List;
import java.util.stream.Stream;

/** All meters: name, unit, labels and description of each. {@code docs/prometheus.md} repeats this list. */
enum Family {
    TOPOLOGIES("millrace.topologies", "", "Topologies that are reported."),
    COMPLETED("millrace.topology.completed", "", "1 if all spouts have finished and no tree is under way.", "topology"),
    EXECUTED("millrace.tuples.executed", "", "Tuples executed, or calls of nextTuple that emitted.", Labels.TASK),
    EMITTED("millrace.tuples.emitted", "", "Tuples emitted, before groupings multiply them.", Labels.TASK),
    ACKED("millrace.tuples.acked", "", "Trees acked (spout), inputs acked (bolt).", Labels.TASK),
    FAILED("millrace.tuples.failed", "", "Trees failed (spout), inputs failed (bolt).", Labels.TASK),
    ERRORS("millrace.errors", "", "Exceptions from the component.", Labels.TASK),
    SLOW_CALLS("millrace.slow.calls", "", "Calls of the component that held up its executor.", Labels.TASK),
    INBOX("millrace.inbox.tuples", "", "Tuples that wait in front of the task.", Labels.TASK),
    OUTBOX("millrace.outbox.tuples", "", "Emissions that wait for room.", Labels.TASK),
    PENDING(
            "millrace.pending.trees",
            "",
            "Trees under way; of bolts: inputs that engines, calls or a batch have.",
            Labels.TASK),
    COUNTER(
            "millrace.component.counter",
            "",
            "The component's own counters; a gauge, as a component may set them.",
            "topology",
            "component",
            "task",
            "worker",
            "counter"),
    GAUGE(
            "millrace.component.gauge",
            "",
            "The component's own gauges.",
            "topology",
            "component",
            "task",
            "worker",
            "gauge"),
    TIMER(
            "millrace.component.timer",
            "seconds",
            "The component's own timers; quantiles since the worker started.",
            "topology",
            "component",
            "task",
            "worker",
            "timer"),
    LINK_TUPLES("millrace.link.tuples", "", "Tuples sent, by kind of link.", "topology", "link"),
    EDGE_MESSAGES(
            "millrace.edge.messages",
            "",
            "Tuples sent from one component to another.",
            "topology",
            "source",
            "target",
            "stream"),
    EDGE_BYTES(
            "millrace.edge.bytes",
            "",
            "Bytes of those tuples that left their worker.",
            "topology",
            "source",
            "target",
            "stream"),
    EXECUTOR_TIME(
            "millrace.executor",
            "seconds",
            "What an executor's thread did with its time.",
            "topology",
            "worker",
            "executor",
            "state"),
    QUEUE_USED(
            "millrace.queue.used.ratio",
            "",
            "How full an executor's queue is, 0 to 1.",
            "topology",
            "worker",
            "executor"),
    RING_USED(
            "millrace.ring.used.ratio",
            "",
            "How full an executor's ring is, 0 to 1.",
            "topology",
            "worker",
            "executor"),
    RING_FULL("millrace.ring.full.events", "", "How often a ring had no room.", "topology", "worker", "executor"),
    RING_SKIPS(
            "millrace.ring.skips",
            "",
            "How often a message in a ring was passed over as it was still being written.",
            "topology",
            "worker",
            "executor"),
    PEER_UP("millrace.peer.up", "", "1 if a worker is connected to one of another node.", Labels.PEER),
    PEER_RTT("millrace.peer.rtt", "seconds", "The shortest round trip of the last seconds.", Labels.PEER),
    PEER_LAST_RTT("millrace.peer.last.rtt", "seconds", "The latest round trip, with queues.", Labels.PEER),
    PEER_CLOCK_OFFSET("millrace.peer.clock.offset", "seconds", "The peer's clock minus this one.", Labels.PEER),
    PEER_CLOCK_ERROR("millrace.peer.clock.error", "seconds", "How far off that may be.", Labels.PEER),
    PEER_WINDOW("millrace.peer.window", "bytes", "What the peer lets be under way.", Labels.PEER),
    PEER_IN_FLIGHT("millrace.peer.in.flight", "bytes", "What is under way and not consumed.", Labels.PEER),
    PEER_QUEUED("millrace.peer.queued", "bytes", "What waits to be sent.", Labels.PEER),
    PEER_CONNECTED("millrace.peer.connected", "seconds", "How long they were connected.", Labels.PEER),
    PEER_LIMITED(
            "millrace.peer.credit.limited",
            "seconds",
            "How long something waited for the peer to consume what it has.",
            Labels.PEER),
    PEER_MESSAGES("millrace.peer.messages", "", "Messages, acks included.", Labels.PEER_DIRECTION),
    PEER_BYTES("millrace.peer.bytes", "", "What went over the connection.", Labels.PEER_DIRECTION),
    PEER_WRITES("millrace.peer.writes", "", "Calls that wrote to the socket.", Labels.PEER),
    PEER_LINGERS("millrace.peer.lingers", "", "Writes that waited for more.", Labels.PEER),
    PEER_UNTIMED("millrace.peer.untimed", "", "Messages before the peer's clock was known.", Labels.PEER),
    PEER_REFUSED("millrace.peer.refused.offers", "", "How often a task found no room.", Labels.PEER),
    PEER_CONNECTIONS("millrace.peer.connections", "", "Connections that were accepted.", Labels.PEER),
    PEER_DROPS("millrace.peer.drops", "", "Messages that did not arrive, or may not have.", Labels.PEER_CAUSE),
    PEER_REFUSALS("millrace.peer.refusals", "", "Hand-shakes that the peer refused.", Labels.PEER_CAUSE),
    PEER_CLOSES("millrace.peer.closes", "", "Connections that ended.", Labels.PEER_CAUSE),
    CHANNEL_BATCH("millrace.channel.batch.tuples", "", "Tuples in a batch for another region.", Labels.CHANNEL),
    CHANNEL_ROUTES("millrace.channel.routes", "", "Routes that its batches go by.", Labels.CHANNEL),
    CHANNEL_COMPRESSED("millrace.channel.compressed", "", "1 if its batches are compressed.", Labels.CHANNEL),
    CHANNEL_PREDICTED(
            "millrace.channel.predicted.latency",
            "seconds",
            "Latency of its mean tuple, by the model.",
            Labels.CHANNEL),
    CHANNEL_MEASURED(
            "millrace.channel.measured.latency", "seconds", "Latency of its mean tuple lately.", Labels.CHANNEL),
    CHANNEL_REORDER(
            "millrace.channel.reorder.wait",
            "seconds",
            "How long its batches waited for earlier ones lately.",
            Labels.CHANNEL),
    CHANNEL_KEPT("millrace.channel.kept", "bytes", "What waits for its acknowledgement.", Labels.CHANNEL),
    CHANNEL_TUPLES("millrace.channel.tuples", "", "Tuples that were taken for another region.", Labels.CHANNEL),
    CHANNEL_BATCHES("millrace.channel.batches", "", "Batches that were made of them.", Labels.CHANNEL),
    CHANNEL_RESENDS("millrace.channel.resends", "", "Batches that were sent again.", Labels.CHANNEL),
    CHANNEL_SENT("millrace.channel.sent", "bytes", "What left the region, copies included.", Labels.CHANNEL),
    CHANNEL_MONEY("millrace.channel.money", "", "Money that was spent for these bytes and for relays.", Labels.CHANNEL),
    CHANNEL_MONEY_RATE("millrace.channel.money.per.hour", "", "Money per hour lately.", Labels.CHANNEL),
    CHANNEL_LATE("millrace.channel.late.tuples", "", "Tuples that came too late.", Labels.CHANNEL_CAUSE),
    ROUTE_UP("millrace.channel.route.up", "", "1 if the route can be used.", Labels.ROUTE),
    ROUTE_RATE("millrace.channel.route.rate", "bytes", "What it carries at most, per second.", Labels.ROUTE),
    ROUTE_DELAY("millrace.channel.route.delay", "seconds", "One way without queues.", Labels.ROUTE),
    ROUTE_LOSS("millrace.channel.route.loss.ratio", "", "Which part of its batches it lost lately.", Labels.ROUTE),
    ROUTE_SHARE(
            "millrace.channel.route.share.ratio",
            "",
            "Which part of the channel's bytes went by it lately.",
            Labels.ROUTE),
    MULTICAST_TASKS(
            "millrace.multicast.tasks", "", "Tasks of another region that get copies of a task.", Labels.MULTICAST),
    MULTICAST_ONCE("millrace.multicast.once", "", "1 if the copies go once to an entry.", Labels.MULTICAST),
    MULTICAST_KEPT(
            "millrace.multicast.kept", "bytes", "What waits for the acknowledgement of all tasks.", Labels.MULTICAST),
    MULTICAST_SWITCHES("millrace.multicast.switches", "", "How often the strategy has changed.", Labels.MULTICAST),
    MULTICAST_TUPLES("millrace.multicast.tuples", "", "Tuples that went once.", Labels.MULTICAST),
    MULTICAST_RESENDS("millrace.multicast.resends", "", "Their batches that were sent again.", Labels.MULTICAST),
    MULTICAST_SENT("millrace.multicast.sent", "bytes", "What left the region once.", Labels.MULTICAST),
    MULTICAST_MONEY("millrace.multicast.money", "", "Money that was spent for it.", Labels.MULTICAST),
    SNAPSHOT_AGE("millrace.snapshot.age", "seconds", "How long ago the last snapshot was committed.", "topology"),
    SNAPSHOT_DURATION(
            "millrace.snapshot.duration",
            "seconds",
            "How long the last committed snapshot took: the longest of all tasks for each phase.",
            "topology",
            "phase"),
    SNAPSHOT_BYTES(
            "millrace.snapshot.size",
            "bytes",
            "The last committed snapshot: what was written, and the whole.",
            "topology",
            "part"),
    SNAPSHOTS("millrace.snapshots", "", "Snapshots that have ended.", "topology", "outcome"),
    SNAPSHOT_STANDSTILL(
            "millrace.snapshot.standstill",
            "",
            "1 if of a snapshot or a recovery nothing has arrived for topology.standstill.warning.",
            "topology"),
    SNAPSHOT_FAILURES("millrace.snapshot.failures.in.row", "", "Failures since the last commit.", "topology"),
    WORKER_STARTS("millrace.worker.starts", "", "How often a worker was started.", "topology", "worker"),
    WORKER_UP("millrace.worker.up", "", "1 if the worker runs and has joined its topology.", "topology", "worker"),
    LATENCY(
            "millrace.latency",
            "seconds",
            "From a tuple's intended emit time to the end of the last execute; quantiles of the last seconds.",
            "topology"),
    STAGE_LATENCY(
            "millrace.stage.latency",
            "seconds",
            "How long sampled tuples took for a part of their way; quantiles since the workers started.",
            "topology",
            "source",
            "stream",
            "target",
            "stage");

    private final String meter;
    private final String unit;
    private final String description;
    private final List<String> labels;

    Family(String meter, String unit, String description, String... labels) {
        this.meter = meter;
        this.unit = unit;
        this.description = description;
        this.labels = List.of(labels);
    }

    String meter() {
        return meter;
    }

    /** Returns the unit; null if the meter has none. */
    String unit() {
        return unit.isEmpty() ? null : unit;
    }

    String description() {
        return description;
    }

    List<String> labels() {
        return labels;
    }

    /** Returns the name as Micrometer's naming convention writes it for Prometheus. */
    String prometheusName() {
        return Stream.of(meter, unit)
                .filter(part -> !part.isEmpty())
                .reduce((name, suffix) -> name + "." + suffix)
                .orElseThrow()
                .replace('.', '_');
    }

    /** The names of labels that several families share. */
    private static final class Labels {
        static final String[] TASK = {"topology", "component", "task", "worker"};
        static final String[] MULTICAST = {"topology", "source", "from", "region"};
        static final String[] CHANNEL = {"topology", "source", "target", "from", "to"};
        static final String[] CHANNEL_CAUSE = {"topology", "source", "target", "from", "to", "cause"};
        static final String[] ROUTE = {"topology", "source", "target", "from", "to", "route"};
        static final String[] PEER = {"topology", "worker", "peer"};
        static final String[] PEER_DIRECTION = {"topology", "worker", "peer", "direction"};
        static final String[] PEER_CAUSE = {"topology", "worker", "peer", "cause"};
    }
}
