// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.benchmarks.macro.Trace;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.macro.WorkloadTopology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The topologies of the macro-benchmarks, whose tuples note when they cross between hosts. Arguments: the workload, the
 * phases, the directory of the run, and the layout.
 */
final class TracedTopology {

    /** The name with which it is submitted. */
    static final String NAME = "traced";

    private TracedTopology() {}

    static List<String> arguments(Workload workload, Phases phases, Path directory, Layout layout) {
        List<String> arguments = new ArrayList<>(List.of(workload.encode(), phases.encode(), directory.toString()));
        arguments.addAll(layout.encode());
        return arguments;
    }

    public static void main(String[] arguments) {
        Workload workload = Workload.decode(arguments[0]);
        TopologyBuilder builder = new TopologyBuilder();
        Layout layout = Layout.decode(arguments);
        Trace trace = new CrossingsTrace(arguments[1], arguments[2]);
        if (layout.interval().isZero()) {
            WorkloadTopology.define(builder, workload, trace, layout.tasks());
        } else {
            WorkloadTopology.defineBatched(builder, workload, layout.interval(), trace, layout.tasks());
        }
        TopologySubmitter.submit(NAME, builder.build(), Config.empty());
    }

    /** Records tuples with their ways. */
    private record CrossingsTrace(String phases, String where) implements Trace, Trace.Open {

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
            return this;
        }

        @Override
        public Object begin() {
            return Crossings.begin();
        }

        @Override
        public Object arrive(Tuple tuple) {
            return Crossings.arrive(tuple.getLong(2));
        }

        @Override
        public Recorder recorder(int task) {
            Phases all = Phases.decode(phases);
            OverheadSink sink = task == AGGREGATE
                    ? OverheadSink.ofAggregate(all, directory())
                    : new OverheadSink(all, directory(), Integer.toString(task));
            return (due, way) -> sink.take(due, (Long) way);
        }
    }
}
