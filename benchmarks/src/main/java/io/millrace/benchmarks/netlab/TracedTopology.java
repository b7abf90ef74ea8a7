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
import java.time.Duration;
import java.util.List;

/**
 * The topologies of the macro-benchmarks, whose tuples note when they cross between hosts. Arguments: the workload, the
 * phases, the directory of the run, and for how many milliseconds tuples are collected behind their source.
 */
final class TracedTopology {

    /** The name with which it is submitted. */
    static final String NAME = "traced";

    private TracedTopology() {}

    /** @param interval for which tuples are collected; 0 if they are not */
    static List<String> arguments(Workload workload, Phases phases, Path directory, Duration interval) {
        return List.of(workload.encode(), phases.encode(), directory.toString(), Long.toString(interval.toMillis()));
    }

    public static void main(String[] arguments) {
        Workload workload = Workload.decode(arguments[0]);
        TopologyBuilder builder = new TopologyBuilder();
        Duration interval = Duration.ofMillis(Long.parseLong(arguments[3]));
        Trace trace = new CrossingsTrace(arguments[1], arguments[2]);
        int tasks = Cell.tasks(workload);
        if (interval.isZero()) {
            WorkloadTopology.define(builder, workload, trace, tasks);
        } else {
            WorkloadTopology.defineBatched(builder, workload, interval, trace, tasks);
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
