// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
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
                SnapshotPhases.add(figures, NAME, cell, promise.name(), List.of(snapshots.since()));
                Timeline timeline = Timeline.read(scratch.directory());
                figures.add(NAME, cell, promise.name(), INTERVAL, "ms", promise.intervalMillis());
                figures.add(NAME, cell, promise.name(), MacroPart.P50, "ms", timeline.lateMillis(warmUp, end, 50));
                figures.add(NAME, cell, promise.name(), MacroPart.P99, "ms", timeline.lateMillis(warmUp, end, 99));
                figures.add(NAME, cell, promise.name(), "latest", "ms", timeline.lateMillis(warmUp, end, 100));
            }
        }
    }
}
