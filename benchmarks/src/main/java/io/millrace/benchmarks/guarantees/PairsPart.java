package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What barriers between 10,000 pairs of tasks cost, and between 4, where nothing else is sent: with snapshots and without, in turns. */
final class PairsPart implements Part {

    static final String NAME = "pairs";
    static final String CELL = "10000 pairs 2 workers";
    static final String FEW_CELL = "4 pairs 2 workers";
    static final String CPU = "cpu";

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
        List<Promise> promises = List.of(Promise.atMostOnce(), Plan.barPromise());
        List<List<Double>> shares = List.of(new ArrayList<>(), new ArrayList<>());
        List<List<SnapshotReport>> snapshots = new ArrayList<>();
        for (int i = 0; i < (plan.quick() ? 1 : plan.repetitions()); i++) {
            for (int mode = 0; mode < promises.size(); mode++) {
                shares.get(mode).add(percent(plan, tasks, promises.get(mode), snapshots));
            }
        }
        for (int mode = 0; mode < promises.size(); mode++) {
            figures.add(NAME, cell, promises.get(mode).name(), CPU, "% of a core", shares.get(mode));
        }
        SnapshotPhases.add(figures, NAME, cell, Plan.barPromise().name(), snapshots);
    }

    private static double percent(Plan plan, int tasks, Promise promise, List<List<SnapshotReport>> reports)
            throws IOException, InterruptedException {
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
            Duration before = local.cpu();
            long from = System.nanoTime();
            local.sleepUntil(warmUp + 2 * plan.seconds());
            Duration spent = local.cpu().minus(before);
            double percent = 100.0 * spent.toNanos() / (System.nanoTime() - from);
            reports.add(snapshots.since());
            return percent;
        }
    }
}
