// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.util.List;

/** How long a snapshot of a chain of components without state takes, on one machine. */
final class DepthPart implements Part {

    static final String NAME = "depth";

    private static final int PER_SECOND = 100;

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        for (int workers = 1; workers <= (plan.quick() ? 1 : 2); workers++) {
            for (int depth : plan.quick() ? List.of(8) : List.of(2, 8, 32)) {
                chain(plan, figures, workers, depth);
            }
        }
    }

    private static void chain(Plan plan, Figures figures, int workers, int depth)
            throws IOException, InterruptedException {
        String cell = depth + " components " + workers + (workers == 1 ? " worker" : " workers");
        plan.study()
                .measureAndPrint(
                        figures,
                        NAME,
                        cell,
                        1,
                        List.of(Plan.barPromise()),
                        promise -> measured(plan, workers, depth, promise));
    }

    private static Measured measured(Plan plan, int workers, int depth, Promise promise)
            throws IOException, InterruptedException {
        int end = plan.warmUpSeconds() + plan.seconds();
        try (Scratch scratch = new Scratch()) {
            KeyedTopology.Run run =
                    new KeyedTopology.Run(scratch.directory().toString(), 1, Long.BYTES, PER_SECOND, false, end);
            try (LocalRun local = LocalRun.start(
                    ChainTopology.of(run, depth), promise, workers, scratch.directory(), plan.settings())) {
                Snapshots snapshots = new Snapshots(local);
                local.begin(ChainTopology.SIGNALS);
                local.sleepUntil(plan.warmUpSeconds());
                snapshots.begin();
                local.sleepUntil(end);
                return SnapshotPhases.add(new Measured(), snapshots.since());
            }
        }
    }
}
