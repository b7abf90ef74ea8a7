package io.millrace.runtime.meters;

import io.millrace.api.metrics.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A meter: its name, unit, description and labels. {@code docs/prometheus.md} repeats the list of all: those that are here, and those of each {@link Figure}.
 */
record Family(String meter, String unit, String description, List<String> labels) {
    static final Family TOPOLOGIES = new Family("millrace.topologies", "", "Topologies that are reported.");
    static final Family COMPLETED = new Family(
            "millrace.topology.completed", "", "1 if all spouts have finished and no tree is under way.", "topology");
    static final Family EXECUTED = new Family(
            "millrace.tuples.executed", "", "Tuples executed, or calls of nextTuple that emitted.", Labels.TASK);
    static final Family EMITTED =
            new Family("millrace.tuples.emitted", "", "Tuples emitted, before groupings multiply them.", Labels.TASK);
    static final Family ACKED =
            new Family("millrace.tuples.acked", "", "Trees acked (spout), inputs acked (bolt).", Labels.TASK);
    static final Family FAILED =
            new Family("millrace.tuples.failed", "", "Trees failed (spout), inputs failed (bolt).", Labels.TASK);
    static final Family ERRORS = new Family("millrace.errors", "", "Exceptions from the component.", Labels.TASK);
    static final Family SLOW_CALLS =
            new Family("millrace.slow.calls", "", "Calls of the component that held up its executor.", Labels.TASK);
    static final Family INBOX =
            new Family("millrace.inbox.tuples", "", "Tuples that wait in front of the task.", Labels.TASK);
    static final Family OUTBOX = new Family("millrace.outbox.tuples", "", "Emissions that wait for room.", Labels.TASK);
    static final Family PENDING = new Family(
            "millrace.pending.trees",
            "",
            "Trees under way; of bolts: inputs that engines, calls or a batch have.",
            Labels.TASK);
    static final Family COUNTER = new Family(
            "millrace.component.counter",
            "",
            "The component's own counters; a gauge, as a component may set them.",
            "topology",
            "component",
            "task",
            "worker",
            "counter");
    static final Family GAUGE = new Family(
            "millrace.component.gauge",
            "",
            "The component's own gauges.",
            "topology",
            "component",
            "task",
            "worker",
            "gauge");
    static final Family TIMER = new Family(
            "millrace.component.timer",
            "seconds",
            "The component's own timers; quantiles since the worker started.",
            "topology",
            "component",
            "task",
            "worker",
            "timer");
    static final Family LINK_TUPLES =
            new Family("millrace.link.tuples", "", "Tuples sent, by kind of link.", "topology", "link");
    static final Family EDGE_MESSAGES = new Family(
            "millrace.edge.messages",
            "",
            "Tuples sent from one component to another.",
            "topology",
            "source",
            "target",
            "stream");
    static final Family EDGE_BYTES = new Family(
            "millrace.edge.bytes",
            "",
            "Bytes of those tuples that left their worker.",
            "topology",
            "source",
            "target",
            "stream");
    static final Family EXECUTOR_TIME = new Family(
            "millrace.executor",
            "seconds",
            "What an executor's thread did with its time.",
            "topology",
            "worker",
            "executor",
            "state");
    static final Family QUEUE_USED = new Family(
            "millrace.queue.used.ratio",
            "",
            "How full an executor's queue is, 0 to 1.",
            "topology",
            "worker",
            "executor");
    static final Family RING_USED = new Family(
            "millrace.ring.used.ratio",
            "",
            "How full an executor's ring is, 0 to 1.",
            "topology",
            "worker",
            "executor");
    static final Family RING_FULL = new Family(
            "millrace.ring.full.events", "", "How often a ring had no room.", "topology", "worker", "executor");
    static final Family RING_SKIPS = new Family(
            "millrace.ring.skips",
            "",
            "How often a message in a ring was passed over as it was still being written.",
            "topology",
            "worker",
            "executor");
    static final Family PEER_DROPS =
            new Family("millrace.peer.drops", "", "Messages that did not arrive, or may not have.", Labels.PEER_CAUSE);
    static final Family PEER_REFUSALS =
            new Family("millrace.peer.refusals", "", "Hand-shakes that the peer refused.", Labels.PEER_CAUSE);
    static final Family PEER_CLOSES =
            new Family("millrace.peer.closes", "", "Connections that ended.", Labels.PEER_CAUSE);
    static final Family CHANNEL_BATCH =
            new Family("millrace.channel.batch.tuples", "", "Tuples in a batch for another region.", Labels.CHANNEL);
    static final Family CHANNEL_ROUTES =
            new Family("millrace.channel.routes", "", "Routes that its batches go by.", Labels.CHANNEL);
    static final Family CHANNEL_COMPRESSED =
            new Family("millrace.channel.compressed", "", "1 if its batches are compressed.", Labels.CHANNEL);
    static final Family CHANNEL_KEPT =
            new Family("millrace.channel.kept", "bytes", "What waits for its acknowledgement.", Labels.CHANNEL);
    static final Family CHANNEL_TUPLES =
            new Family("millrace.channel.tuples", "", "Tuples that were taken for another region.", Labels.CHANNEL);
    static final Family CHANNEL_BATCHES =
            new Family("millrace.channel.batches", "", "Batches that were made of them.", Labels.CHANNEL);
    static final Family CHANNEL_RESENDS =
            new Family("millrace.channel.resends", "", "Batches that were sent again.", Labels.CHANNEL);
    static final Family CHANNEL_SENT =
            new Family("millrace.channel.sent", "bytes", "What left the region, copies included.", Labels.CHANNEL);
    static final Family CHANNEL_MONEY_RATE =
            new Family("millrace.channel.money.per.hour", "", "Money per hour lately.", Labels.CHANNEL);
    static final Family CHANNEL_LATE =
            new Family("millrace.channel.late.tuples", "", "Tuples that came too late.", Labels.CHANNEL_CAUSE);
    static final Family ROUTE_UP =
            new Family("millrace.channel.route.up", "", "1 if the route can be used.", Labels.ROUTE);
    static final Family ROUTE_RATE =
            new Family("millrace.channel.route.rate", "bytes", "What it carries at most, per second.", Labels.ROUTE);
    static final Family ROUTE_DELAY =
            new Family("millrace.channel.route.delay", "seconds", "One way without queues.", Labels.ROUTE);
    static final Family MULTICAST_TASKS = new Family(
            "millrace.multicast.tasks", "", "Tasks of another region that get copies of a task.", Labels.MULTICAST);
    static final Family MULTICAST_ONCE =
            new Family("millrace.multicast.once", "", "1 if the copies go once to an entry.", Labels.MULTICAST);
    static final Family MULTICAST_SWITCHES =
            new Family("millrace.multicast.switches", "", "How often the strategy has changed.", Labels.MULTICAST);
    static final Family MULTICAST_TUPLES =
            new Family("millrace.multicast.tuples", "", "Tuples that went once.", Labels.MULTICAST);
    static final Family MULTICAST_RESENDS =
            new Family("millrace.multicast.resends", "", "Their batches that were sent again.", Labels.MULTICAST);
    static final Family MULTICAST_SENT =
            new Family("millrace.multicast.sent", "bytes", "What left the region once.", Labels.MULTICAST);
    static final Family MULTICAST_MONEY =
            new Family("millrace.multicast.money", "", "Money that was spent for it.", Labels.MULTICAST);
    static final Family SNAPSHOT_AGE =
            new Family("millrace.snapshot.age", "seconds", "How long ago the last snapshot was committed.", "topology");
    static final Family SNAPSHOT_DURATION = new Family(
            "millrace.snapshot.duration",
            "seconds",
            "How long the last committed snapshot took: the longest of all tasks for each phase.",
            "topology",
            "phase");
    static final Family SNAPSHOT_BYTES = new Family(
            "millrace.snapshot.size",
            "bytes",
            "The last committed snapshot: what was written, and the whole.",
            "topology",
            "part");
    static final Family SNAPSHOTS =
            new Family("millrace.snapshots", "", "Snapshots that have ended.", "topology", "outcome");
    static final Family SNAPSHOT_STANDSTILL = new Family(
            "millrace.snapshot.standstill",
            "",
            "1 if of a snapshot or a recovery nothing has arrived for topology.standstill.warning.",
            "topology");
    static final Family SNAPSHOT_FAILURES =
            new Family("millrace.snapshot.failures.in.row", "", "Failures since the last commit.", "topology");
    static final Family WORKER_STARTS =
            new Family("millrace.worker.starts", "", "How often a worker was started.", "topology", "worker");
    static final Family WORKER_UP = new Family(
            "millrace.worker.up", "", "1 if the worker runs and has joined its topology.", "topology", "worker");
    static final Family LATENCY = new Family(
            "millrace.latency",
            "seconds",
            "From a tuple's intended emit time to the end of the last execute; quantiles of the last seconds.",
            "topology");
    static final Family STAGE_LATENCY = new Family(
            "millrace.stage.latency",
            "seconds",
            "How long sampled tuples took for a part of their way; quantiles since the workers started.",
            "topology",
            "source",
            "stream",
            "target",
            "stage");

    private Family(String meter, String unit, String description, String... labels) {
        this(meter, unit, description, List.of(labels));
    }

    /** @param labels that name the thing that has this figure */
    static Family of(Figure figure, String... labels) {
        Figure.Meaning meaning = figure.meaning();
        List<String> all = new ArrayList<>(List.of(labels));
        if (!meaning.label().isEmpty()) {
            all.add(meaning.label());
        }
        return new Family(meaning.meter(), meaning.unit().meterUnit(), meaning.help(), List.copyOf(all));
    }

    /** Null if it has none. */
    String baseUnit() {
        return unit.isEmpty() ? null : unit;
    }

    /** The name as Micrometer's naming convention writes it for Prometheus. */
    String prometheusName() {
        return Stream.of(meter, unit)
                .filter(part -> !part.isEmpty())
                .reduce((name, suffix) -> name + "." + suffix)
                .orElseThrow()
                .replace('.', '_');
    }

    /** Label names that several families share. */
    static final class Labels {
        static final String[] TASK = {"topology", "component", "task", "worker"};
        static final String[] MULTICAST = {"topology", "source", "from", "region"};
        static final String[] CHANNEL = {"topology", "source", "target", "from", "to"};
        static final String[] CHANNEL_CAUSE = {"topology", "source", "target", "from", "to", "cause"};
        static final String[] ROUTE = {"topology", "source", "target", "from", "to", "route"};
        static final String[] PEER = {"topology", "worker", "peer"};
        static final String[] PEER_CAUSE = {"topology", "worker", "peer", "cause"};
    }
}
