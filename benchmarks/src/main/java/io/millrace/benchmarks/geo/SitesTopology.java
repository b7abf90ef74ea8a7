// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Trace;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.macro.WorkloadTopology;
import java.nio.file.Path;

/**
 * Word count with a source and a splitter at each host, which stay with each other, and one counter, so in one region;
 * or one source and one sink. Arguments: the workload, the windows, the wires, the directory of the run.
 */
final class SitesTopology {

    /** The name with which it is submitted. */
    static final String NAME = "sites";

    private SitesTopology() {}

    public static void main(String[] arguments) {
        Workload workload = Workload.decode(arguments[0]);
        Trace trace = new WireTrace(arguments[1], arguments[2], arguments[3]);
        TopologyBuilder builder = new TopologyBuilder();
        WorkloadTopology.Source source = new WorkloadTopology.Source(arguments[0], trace);
        WorkloadTopology.Count count = new WorkloadTopology.Count(trace);
        if (workload.shape() == Shape.WORDCOUNT) {
            builder.setSpout("source", source, workload.workers());
            builder.setBolt("split", new WorkloadTopology.Split(trace), workload.workers())
                    .localOrShuffle("source");
            builder.setBolt("count", count, 1).global("split");
        } else {
            builder.setSpout("source", source, 1);
            builder.setBolt("count", count, 1).global("source");
        }
        TopologySubmitter.submit(NAME, builder.build(), Config.empty());
    }

    /** Records tuples with what the wires have taken. */
    private record WireTrace(String windows, String wires, String where) implements Trace {

        @Override
        public boolean hasWay() {
            return true;
        }

        @Override
        public Path directory() {
            return Path.of(where);
        }

        @Override
        public Open open() {
            return new OnHost(this);
        }
    }

    /** The trace on the host of a task. */
    private static final class OnHost implements Trace.Open {

        private final WireTrace trace;
        private final Wires wires;
        private final int here;

        OnHost(WireTrace trace) {
            this.trace = trace;
            this.wires = Wires.decode(trace.wires());
            this.here = wires.here();
        }

        @Override
        public Object begin() {
            return Wires.begin(here);
        }

        @Override
        public Object arrive(Tuple tuple) {
            return wires.arrive(tuple.getLong(2), here);
        }

        @Override
        public Trace.Recorder recorder(int task) {
            WindowSink sink = new WindowSink(Windows.decode(trace.windows()), trace.directory());
            return (due, way) -> sink.take(due, Wires.nanos((Long) way));
        }
    }
}
