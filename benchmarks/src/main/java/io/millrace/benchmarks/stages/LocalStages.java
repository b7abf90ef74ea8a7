// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.Trace;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.cli.traces.TraceDistribution;
import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a workload on this machine: each worker is a process, and the daemons are in this one. */
public final class LocalStages {

    private static final long START_SECONDS = 60;
    private static final long LEAD_SECONDS = 1;

    private LocalStages() {}

    /** Runs one, and returns the traces of up to a minute. */
    public static StageTraces run(Workload workload) throws IOException, InterruptedException {
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, workload.workers())
                .with(TopologyKeys.SCHEDULER_ALGORITHM, "even");
        try (Scratch scratch = new Scratch();
                Millrace engine = Millrace.local().processes().start()) {
            RunningTopology topology =
                    engine.submit("stages", MillraceEngine.topology(workload, scratch.directory()), config);
            Signals.await(
                    "sources and sinks of " + workload.name() + " to be up",
                    START_SECONDS,
                    () -> Signals.countUp(scratch.directory()) >= 2 * Shape.TASKS);
            Signals.start(scratch.directory(), System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS));
            TimeUnit.SECONDS.sleep(LEAD_SECONDS + workload.warmUpSeconds());
            long from = System.currentTimeMillis();
            TimeUnit.SECONDS.sleep(workload.seconds());
            TopologyTraces all = topology.traces();
            // Traces that began before belong to the warm-up
            List<Trace> recorded = all.traces().stream()
                    .filter(trace -> trace.endedMillis() - TimeUnit.NANOSECONDS.toMillis(trace.latencyNanos()) >= from)
                    .toList();
            TopologyTraces traces =
                    new TopologyTraces(all.topology(), workload.seconds(), all.clockErrorNanos(), recorded);
            return new StageTraces(
                    TracesReport.of(traces, topology.metrics().endToEnd(), StagesBenchmark.AT, 0),
                    TraceDistribution.of(recorded).csv());
        }
    }
}
