// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One of two workers is killed with kill -9: second by second what sinks take and how late, with each guarantee. */
final class KillPart implements Part {

    static final String NAME = "kill";
    static final String GAP = "sink gap";
    static final String TAKEN = "taken of what was due";

    // Of each second; the second of these is null where nothing was taken.
    static final String TUPLES_BY_SECOND = "tuples_by_second";
    static final String P99_BY_SECOND = "p99_ms_by_second";

    private static final int PER_SECOND = 2_000;
    private static final int WORKERS = 2;

    /** The time from the kill to the end. */
    private static final int AFTER_SECONDS = 8;

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        List<Promise> promises =
                List.of(Promise.atMostOnce().withState(), Promise.atLeastOnce().withState(), Plan.barPromise());
        for (Promise promise : promises) {
            kill(plan, figures, StatePart.SMALL, StatePart.FEW, promise);
        }
        kill(plan, figures, StatePart.LARGE, StatePart.MANY, Plan.barPromise());
    }

    private static void kill(Plan plan, Figures figures, String cell, int keys, Promise promise)
            throws IOException, InterruptedException {
        plan.study().measureAndPrint(figures, NAME, cell, 1, List.of(promise), one -> measured(plan, keys, one));
    }

    private static Measured measured(Plan plan, int keys, Promise promise) throws IOException, InterruptedException {
        int killed = plan.warmUpSeconds();
        int end = killed + AFTER_SECONDS;
        try (Scratch scratch = new Scratch()) {
            KeyedTopology.Run run = new KeyedTopology.Run(
                    scratch.directory().toString(), keys, StatePart.VALUE_BYTES, PER_SECOND, promise.acked(), end + 1);
            try (LocalRun local = LocalRun.start(
                    KeyedTopology.of(run),
                    promise,
                    WORKERS,
                    scratch.directory(),
                    StatePart.HEAP + ";" + plan.settings())) {
                local.begin(KeyedTopology.SIGNALS);
                List<WorkerMetrics> workers = local.workers();
                local.sleepUntil(killed);
                local.kill(workers.get(workers.size() - 1));
                local.sleepUntil(end);
            }
            Timeline timeline = Timeline.read(scratch.directory());
            double taken = 100.0 * timeline.tuples(killed, end) / (PER_SECOND * AFTER_SECONDS);
            Measured measured = new Measured()
                    .add(GAP, "ms", timeline.longestGapMillis(killed, end))
                    .add(TAKEN, "%", taken)
                    .add("p99 from the kill on", "ms", timeline.lateMillis(killed, end, 99))
                    .add("p99 before", "ms", timeline.lateMillis(killed - 2, killed, 99));
            return addSeconds(measured, timeline, end);
        }
    }

    private static Measured addSeconds(Measured measured, Timeline timeline, int end) {
        List<Long> tuples = new ArrayList<>();
        List<Double> late = new ArrayList<>();
        for (int second = 0; second < end; second++) {
            long taken = timeline.tuples(second, second + 1);
            tuples.add(taken);
            late.add(taken == 0 ? null : timeline.lateMillis(second, second + 1, 99));
        }
        return measured.with(TUPLES_BY_SECOND, tuples).with(P99_BY_SECOND, late);
    }
}
