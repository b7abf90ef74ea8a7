// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.util.List;

/** How late a tuple is when a sink that takes part in snapshots shows it. */
final class VisiblePart implements Part {

    static final String NAME = "visible";
    static final String INTERVAL = "interval";

    private static final int PER_SECOND = 1_000;
    private static final int WORKERS = 2;

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        for (long interval : plan.intervalMillis()) {
            measure(plan, figures, Promise.exactlyOnce(interval));
        }
    }

    private static void measure(Plan plan, Figures figures, Promise promise) throws IOException, InterruptedException {
        String cell = "committing sink " + WORKERS + " workers";
        plan.study().measureAndPrint(figures, NAME, cell, 1, List.of(promise), one -> measured(plan, one));
    }

    private static Measured measured(Plan plan, Promise promise) throws IOException, InterruptedException {
        int warmUp = plan.warmUpSeconds();
        int end = warmUp + Math.max(plan.seconds(), (int) (3 * promise.intervalMillis() / 1_000));
        try (Scratch scratch = new Scratch()) {
            KeyedTopology.Run run = new KeyedTopology.Run(
                    scratch.directory().toString(), StatePart.FEW, Long.BYTES, PER_SECOND, false, end + 1);
            try (LocalRun local =
                    LocalRun.start(CommittedTopology.of(run), promise, WORKERS, scratch.directory(), plan.settings())) {
                Snapshots snapshots = new Snapshots(local);
                local.begin(CommittedTopology.SIGNALS);
                local.sleepUntil(warmUp);
                snapshots.begin();
                local.sleepUntil(end);
                List<SnapshotReport> taken = snapshots.since();
                Timeline timeline = Timeline.read(scratch.directory());
                Measured measured = new Measured()
                        .add(INTERVAL, "ms", promise.intervalMillis())
                        .add(Measurement.P50, "ms", timeline.lateMillis(warmUp, end, 50))
                        .add(Measurement.P99, "ms", timeline.lateMillis(warmUp, end, 99))
                        .add("latest", "ms", timeline.lateMillis(warmUp, end, 100));
                return SnapshotPhases.add(measured, taken);
            }
        }
    }
}
