// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import java.io.IOException;
import java.util.List;

/**
 * What barriers between 10,000 pairs of tasks cost, and between 4, where nothing else is sent: with snapshots and
 * without, in turns.
 */
final class PairsPart implements Part {

    static final String NAME = "pairs";
    static final String CELL = "10000 pairs 2 workers";
    static final String FEW_CELL = "4 pairs 2 workers";
    static final String CPU = "cpu";
    static final String CPU_COMPILED = "cpu without compilers";

    private static final String PERCENT = "% of a core";
    private static final int TASKS = 100;
    private static final int FEW_TASKS = 2;
    private static final int WORKERS = 2;

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        measure(plan, figures, FEW_CELL, FEW_TASKS);
        measure(plan, figures, CELL, TASKS);
    }

    private static void measure(Plan plan, Figures figures, String cell, int tasks)
            throws IOException, InterruptedException {
        plan.study()
                .measureAndPrint(
                        figures,
                        NAME,
                        cell,
                        plan.repetitions(),
                        List.of(Promise.atMostOnce(), Plan.barPromise()),
                        promise -> measured(plan, tasks, promise));
    }

    private static Measured measured(Plan plan, int tasks, Promise promise) throws IOException, InterruptedException {
        // The compilers' work is done later than elsewhere, as the barriers' code runs once a second
        int warmUp = 2 * plan.warmUpSeconds();
        try (Scratch scratch = new Scratch();
                LocalRun local = LocalRun.start(
                        PairsTopology.of(scratch.directory().toString(), tasks),
                        promise,
                        WORKERS,
                        scratch.directory(),
                        plan.settings())) {
            Snapshots snapshots = new Snapshots(local);
            local.begin(2 * tasks);
            local.sleepUntil(warmUp);
            snapshots.begin();
            ThreadCpu before = local.cpu();
            long from = System.nanoTime();
            local.sleepUntil(warmUp + 2 * plan.seconds());
            ThreadCpu spent = local.cpu().since(before);
            double passed = System.nanoTime() - from;
            Measured percents = new Measured()
                    .add(CPU, PERCENT, 100 * spent.nanos() / passed)
                    .add(CPU_COMPILED, PERCENT, 100 * spent.withoutCompilersNanos() / passed);
            return SnapshotPhases.add(percents, snapshots.since());
        }
    }
}
