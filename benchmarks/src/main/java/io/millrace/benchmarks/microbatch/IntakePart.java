// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.operators.Bolts;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How many records of 20 bytes one source task hands to one sink task, in one worker and over the ring between two. */
final class IntakePart {

    static final String RECORDS = "records";
    static final String ONE_WORKER = "one worker";
    static final String RING = "ring";

    private static final long START_SECONDS = 60;

    /**
     * How the source emits.
     *
     * @param calls emissions of one call of nextTuple
     * @param records of an emission
     */
    record Form(String name, int calls, int records) {}

    /**
     * Who takes records in.
     *
     * @param number of source tasks, and of sink tasks
     * @param ring whether two workers have them; else one
     */
    record Receivers(int number, int recordBytes, boolean ring) {}

    static final Form SINGLY = new Form("singly", 1, 1);
    static final Form MANY = new Form("100 emissions with a call", 100, 1);
    static final Form BLOCKS = new Form("blocks of 100 records", 1, 100);

    private IntakePart() {}

    static void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        for (boolean ring : new boolean[] {false, true}) {
            for (Form form : List.of(SINGLY, MANY, BLOCKS)) {
                Receivers one = new Receivers(1, PacedSource.BYTES, ring);
                measure(plan, figures, Plan.INTAKE, ring ? RING : ONE_WORKER, form, one);
            }
        }
    }

    /** Measures what the results lack. */
    static void measure(Plan plan, Figures figures, String part, String cell, Form form, Receivers receivers)
            throws IOException, InterruptedException {
        if (figures.turns(part, cell, form.name()) == 0) {
            double perSecond = recordsPerSecond(plan, form, receivers);
            figures.add(part, cell, form.name(), new Measured().add(RECORDS, "1/s", perSecond));
            figures.print(part, cell, form.name());
        }
    }

    private static double recordsPerSecond(Plan plan, Form form, Receivers receivers)
            throws IOException, InterruptedException {
        TopologyBuilder builder = new TopologyBuilder();
        int tasks = receivers.number();
        builder.setSpout("source", new BlockSource(form.calls(), form.records() * receivers.recordBytes()), tasks);
        builder.setBolt("sink", Bolts.forEach(tuple -> {}), tasks).shuffle("source");
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE)
                .with(TopologyKeys.WORKERS, receivers.ring() ? 2 : 1)
                .with(TopologyKeys.SCHEDULER_ALGORITHM, "even");
        Millrace.Builder local = Millrace.local();
        try (Millrace engine = receivers.ring() ? local.processes().start() : local.start()) {
            RunningTopology topology = engine.submit("intake", builder.build(), config);
            Signals.await("the sink to get something", START_SECONDS, () -> executed(topology) > 0);
            TimeUnit.NANOSECONDS.sleep(RatesPart.nanos(plan.warmUp()));
            long from = System.nanoTime();
            long before = executed(topology);
            TimeUnit.NANOSECONDS.sleep(RatesPart.nanos(plan.seconds()));
            long after = executed(topology);
            double seconds = (System.nanoTime() - from) / 1e9;
            topology.kill();
            return (after - before) / seconds * form.records();
        }
    }

    private static long executed(RunningTopology topology) {
        return topology.metrics().sum("sink", TaskMetrics::executed);
    }
}
