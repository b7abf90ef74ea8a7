// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.millrace.api.metrics.Figure;
import java.util.List;

/**
 * A meter: its name, unit, description and labels. {@code docs/prometheus.md} repeats the list of all: those that are
 * here, and those of each {@link Figure}.
 */
record Family(String meter, String unit, String description, List<String> labels) {

    static final Family TOPOLOGIES = new Family("millrace.topologies", "", "Topologies that are reported.", "");
    static final Family COMPLETED = new Family(
            "millrace.topology.completed", "", "1 if all spouts have finished and no tree is under way.", "topology");
    static final Family COUNTER = new Family(
            "millrace.component.counter",
            "",
            "The component's own counters; a gauge, as a component may set them.",
            "topology component task worker counter");
    static final Family GAUGE = new Family(
            "millrace.component.gauge", "", "The component's own gauges.", "topology component task worker gauge");
    static final Family TIMER = new Family(
            "millrace.component.timer",
            "seconds",
            "The component's own timers; quantiles since the worker started.",
            "topology component task worker timer");
    static final Family LINK_TUPLES =
            new Family("millrace.link.tuples", "", "Tuples sent, by kind of link.", "topology link");
    static final Family EDGE_MESSAGES = new Family(
            "millrace.edge.messages",
            "",
            "Tuples sent from one component to another.",
            "topology source target stream");
    static final Family EDGE_BYTES = new Family(
            "millrace.edge.bytes",
            "",
            "Bytes of those tuples that left their worker.",
            "topology source target stream");
    static final Family QUEUE_USED = new Family(
            "millrace.queue.used.ratio", "", "How full an executor's queue is, 0 to 1.", "topology worker executor");
    static final Family RING_USED = new Family(
            "millrace.ring.used.ratio", "", "How full an executor's ring is, 0 to 1.", "topology worker executor");
    static final Family RING_FULL =
            new Family("millrace.ring.full.events", "", "How often a ring had no room.", "topology worker executor");
    static final Family RING_SKIPS = new Family(
            "millrace.ring.skips",
            "",
            "How often a message in a ring was passed over as it was still being written.",
            "topology worker executor");
    static final Family PEER_DROPS = new Family(
            "millrace.peer.drops", "", "Messages that did not arrive, or may not have.", "topology worker peer cause");
    static final Family PEER_REFUSALS = new Family(
            "millrace.peer.refusals", "", "Hand-shakes that the peer refused.", "topology worker peer cause");
    static final Family PEER_CLOSES =
            new Family("millrace.peer.closes", "", "Connections that ended.", "topology worker peer cause");
    static final Family CHANNEL_SENT =
            new Family("millrace.channel.sent", "bytes", "What left the region, copies included.", Labels.CHANNEL);
    static final Family CHANNEL_LATE = new Family(
            "millrace.channel.late.tuples", "", "Tuples that came too late.", "topology source target from to cause");
    static final Family MULTICAST_TASKS = new Family(
            "millrace.multicast.tasks", "", "Tasks of another region that get copies of a task.", Labels.MULTICAST);
    static final Family MULTICAST_ONCE =
            new Family("millrace.multicast.once", "", "1 if the copies go once to an entry.", Labels.MULTICAST);
    static final Family MULTICAST_SENT =
            new Family("millrace.multicast.sent", "bytes", "What left the region once.", Labels.MULTICAST);
    static final Family SNAPSHOT_AGE =
            new Family("millrace.snapshot.age", "seconds", "How long ago the last snapshot was committed.", "topology");
    static final Family SNAPSHOT_DURATION = new Family(
            "millrace.snapshot.duration",
            "seconds",
            "How long the last committed snapshot took: the longest of all tasks for each phase.",
            "topology phase");
    static final Family SNAPSHOT_BYTES = new Family(
            "millrace.snapshot.size",
            "bytes",
            "The last committed snapshot: what was written, and the whole.",
            "topology part");
    static final Family SNAPSHOTS =
            new Family("millrace.snapshots", "", "Snapshots that have ended.", "topology outcome");
    static final Family SNAPSHOT_STANDSTILL = new Family(
            "millrace.snapshot.standstill",
            "",
            "1 if of a snapshot or a recovery nothing has arrived for topology.standstill.warning.",
            "topology");
    static final Family SNAPSHOT_FAILURES =
            new Family("millrace.snapshot.failures.in.row", "", "Failures since the last commit.", "topology");
    static final Family WORKER_STARTS =
            new Family("millrace.worker.starts", "", "How often a worker was started.", "topology worker");
    static final Family WORKER_UP = new Family(
            "millrace.worker.up", "", "1 if the worker runs and has joined its topology.", "topology worker");
    static final Family LATENCY = new Family(
            "millrace.latency",
            "seconds",
            "From a tuple's intended emit time to the end of the last execute; quantiles of the last seconds.",
            "topology");
    static final Family STAGE_LATENCY = new Family(
            "millrace.stage.latency",
            "seconds",
            "How long sampled tuples took for a part of their way; quantiles since the workers started.",
            "topology source stream target stage");

    /** @param labels their names, with a space between */
    private Family(String meter, String unit, String description, String labels) {
        this(meter, unit, description, labels.isEmpty() ? List.of() : List.of(labels.split(" ")));
    }

    /** @param labels the labels that name the thing that has this figure */
    static Family of(Figure figure, String labels) {
        Figure.Meaning of = figure.meaning();
        String all = of.label().isEmpty() ? labels : labels + " " + of.label();
        return new Family(of.meter(), of.unit().meterUnit(), of.help(), all);
    }

    /** Null if it has none. */
    String baseUnit() {
        return unit.isEmpty() ? null : unit;
    }

    /** The name as Micrometer's naming convention writes it for Prometheus. */
    String prometheusName() {
        String name = unit.isEmpty() || meter.endsWith("." + unit) ? meter : meter + "." + unit;
        return name.replace('.', '_');
    }

    /** The labels that name a thing. */
    static final class Labels {
        static final String TASK = "topology component task worker";
        static final String MULTICAST = "topology source from region";
        static final String CHANNEL = "topology source target from to";
        static final String ROUTE = "topology source target from to route";
        static final String PEER = "topology worker peer";
        static final String EXECUTOR = "topology worker executor";

        private Labels() {}
    }
}
