// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregate;
import io.millrace.operators.window.WindowBolt;
import io.millrace.operators.window.Windows;
import java.time.Duration;

/**
 * The bolts of {@link Shape#YAHOO} and its like in Millrace. All tuples have the time at which the event was due, a way, and the
 * event time.
 */
public final class AdTopology {

    private static final String TIME = "time";

    /** What a source of events emits. */
    static final Fields SOURCE = Fields.of("event", "due", "way", TIME);

    private AdTopology() {}

    /** Declares what a source of events emits. */
    public static void declareOutputs(OutputDeclarer declarer) {
        declarer.declare(SOURCE.names().toArray(String[]::new));
    }

    /**
     * Adds the bolts behind a source.
     *
     * @param from the component whose events they read: the source, or one that passes its events on
     * @param tasks of each
     */
    static void define(
            TopologyBuilder builder, SpoutDeclarer source, String from, Trace trace, Shape shape, int tasks) {
        source.eventTime(TIME, Duration.ZERO);
        WindowBolt count = Bolts.window(Windows.tumbling(Duration.ofMillis(shape.windowMillis())), "campaign")
                .eventTime(TIME)
                .aggregate("count", new Counted(trace));
        Results results = new Results(trace);
        if (shape == Shape.YAHOO_JSON) {
            count = count.aggregate("updated", new Updated());
            results = new CheckedResults(trace);
            builder.setBolt("deserialize", new Deserialize(trace), tasks).shuffle(from);
            builder.setBolt("filter", new Filter(trace), tasks).localOrShuffle("deserialize");
            builder.setBolt("views", new Project(trace), tasks).localOrShuffle("filter");
            builder.setBolt("campaigns", new Campaigns(trace), tasks).localOrShuffle("views");
        } else {
            builder.setBolt("views", new Views(trace), tasks).shuffle(from);
            builder.setBolt("campaigns", new Campaigns(trace), tasks).shuffle("views");
        }
        builder.setBolt("count", count, tasks).fields("campaigns", "campaign");
        builder.setBolt("results", results, tasks).localOrShuffle("count");
    }

    /** Reads JSON. */
    private static final class Deserialize extends TracedBolt {

        private static final long serialVersionUID = 1L;

        Deserialize(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declareEvent(declarer);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            AdEvent event = AdEvent.parse(tuple.getString(0));
            out.emit(
                    event.ad(),
                    tuple.get(1),
                    open.arrive(tuple),
                    event.time(),
                    event.user(),
                    event.page(),
                    event.adType(),
                    event.type(),
                    event.address());
        }
    }

    private static void declareEvent(OutputDeclarer declarer) {
        declarer.declare("ad", "due", "way", TIME, "user", "page", "adType", "type", "address");
    }

    /** Lets views pass. */
    private static final class Filter extends TracedBolt {

        private static final long serialVersionUID = 1L;
        private static final int TYPE = 7;

        Filter(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declareEvent(declarer);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            if (tuple.getString(TYPE).equals(AdEvents.VIEW)) {
                out.emit(
                        tuple.get(0),
                        tuple.get(1),
                        open.arrive(tuple),
                        tuple.get(3),
                        tuple.get(4),
                        tuple.get(5),
                        tuple.get(6),
                        tuple.get(TYPE),
                        tuple.get(8));
            }
        }
    }

    /** Keeps the ad and the time. */
    private static final class Project extends TracedBolt {

        private static final long serialVersionUID = 1L;

        Project(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("ad", "due", "way", TIME);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(tuple.get(0), tuple.get(1), open.arrive(tuple), tuple.get(3));
        }
    }

    /** Lets views pass. */
    private static final class Views extends TracedBolt {

        private static final long serialVersionUID = 1L;

        Views(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("ad", "due", "way", TIME);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            String ad = AdEvents.viewedAd(tuple.getString(0));
            if (ad != null) {
                out.emit(ad, tuple.get(1), open.arrive(tuple), tuple.get(3));
            }
        }
    }

    /** Replaces ads by their campaigns. */
    private static final class Campaigns extends TracedBolt {

        private static final long serialVersionUID = 1L;

        Campaigns(Trace trace) {
            super(trace);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("campaign", "due", "way", TIME);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(AdEvents.campaignOf(tuple.getString(0)), tuple.get(1), open.arrive(tuple), tuple.get(3));
        }
    }

    /** Counts events, and records them. */
    private static final class Counted implements Aggregate<Long> {

        private static final long serialVersionUID = 1L;

        private final Trace trace;
        private transient Trace.Open open;
        private transient Trace.Recorder recorder;

        Counted(Trace trace) {
            this.trace = trace;
        }

        @Override
        public Fields fields() {
            return Fields.of("due", "way");
        }

        @Override
        public Long init() {
            return 0L;
        }

        @Override
        public Long add(Long accumulator, Tuple input) {
            if (recorder == null) {
                open = trace.open();
                recorder = open.recorder(Trace.AGGREGATE);
            }
            recorder.take(input.getLong(1), open.arrive(input));
            return accumulator + 1;
        }

        @Override
        public Long merge(Long first, Long second) {
            return first + second;
        }

        @Override
        public Object result(Long accumulator) {
            return accumulator;
        }
    }

    /** When a window was last updated. */
    private static final class Updated implements Aggregate<Long> {

        private static final long serialVersionUID = 1L;

        @Override
        public Long init() {
            return Long.MIN_VALUE;
        }

        @Override
        public Long add(Long accumulator, Tuple input) {
            return System.nanoTime();
        }

        @Override
        public Long merge(Long first, Long second) {
            return Math.max(first, second);
        }

        @Override
        public Object result(Long accumulator) {
            return accumulator;
        }
    }

    /** Takes the results. */
    private static class Results implements BasicBolt {

        private static final long serialVersionUID = 1L;

        final Trace trace;

        Results(Trace trace) {
            this.trace = trace;
        }

        @Override
        public void prepare(TaskContext context) {
            Signals.up(trace.directory(), "sink-" + context.taskIndex());
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {}
    }

    /** Takes results that are compared with a sequential count. */
    private static final class CheckedResults extends Results {

        private static final long serialVersionUID = 1L;

        private transient AdResults results;

        CheckedResults(Trace trace) {
            super(trace);
        }

        @Override
        public void prepare(TaskContext context) {
            results = new AdResults(trace.directory());
            super.prepare(context);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            results.take(tuple.getString(0), tuple.getLong(1), tuple.getLong(3), tuple.getLong(4));
        }
    }
}
