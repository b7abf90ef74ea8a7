// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.metrics;

import io.millrace.api.TopologyBuilder;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.operators.Spouts;
import io.millrace.runtime.metrics.EdgeTally;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.TaskPlan;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What it costs the sender to count a tuple for a pair of tasks, by number of targets that take turns. */
@Fork(2)
public class EdgeMicroBenchmark extends MicroBenchmark {

    @Param({"2", "100"})
    public int targets;

    private EdgeTally tally;
    private int target;

    @Setup
    public void setUp() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Spouts.of("number", List.of(1)), 1);
        builder.setBolt("sink", new MonitorBenchmark.Sink(), targets).shuffle("source");
        TaskPlan plan = new TaskPlan(builder.build());
        tally = new EdgeTally(
                WorkerCounters.inMemory("w1", 1, plan, List.of(List.of(1))).task(1));
    }

    /** Within the worker. */
    @Benchmark
    public void handedOver() {
        tally.addSent(0, next(), 0);
    }

    /** To another worker. */
    @Benchmark
    public void encoded() {
        tally.addSent(0, next(), 100);
    }

    /** What choosing the target costs here. */
    @Benchmark
    public int nothing() {
        return next();
    }

    private int next() {
        target = target == targets ? 1 : target + 1;
        return target + 1;
    }
}
