// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.SnapshotReport;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.util.List;

/**
 * What snapshots of small and of large state do to the latency, in one worker: with snapshots and without, in turns.
 */
final class StatePart implements Part {

    static final String NAME = "state";
    static final String SMALL = "100 keys of 100 B";
    static final String LARGE = "1000000 keys of 100 B";

    /** The heap of a worker: the engine's state, and objects that are made while a snapshot is written. */
    static final String HEAP = "topology.worker.heap=2g";

    static final int VALUE_BYTES = 100;
    static final int FEW = 100;
    static final int MANY = 1_000_000;

    private static final int PER_SECOND = 10_000;

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        cell(plan, figures, SMALL, FEW);
        cell(plan, figures, LARGE, MANY);
    }

    /** What one run showed. */
    private record Result(double p50, double p99, double most, long tuples, List<SnapshotReport> snapshots) {}

    private static void cell(Plan plan, Figures figures, String cell, int keys)
            throws IOException, InterruptedException {
        List<Figures.Of<Result>> all = List.of(
                new Figures.Of<>(MacroPart.TUPLES, "1/s", run -> (double) run.tuples / plan.seconds()),
                new Figures.Of<>(MacroPart.P50, "ms", Result::p50),
                new Figures.Of<>(MacroPart.P99, "ms", Result::p99),
                new Figures.Of<>("latest", "ms", Result::most));
        plan.study()
                .turns(
                        cell,
                        plan.repetitions(),
                        List.of(Promise.atMostOnce().withState(), Plan.barPromise()),
                        promise -> measure(plan, promise, keys))
                .forEach((promise, runs) -> {
                    figures.addEach(NAME, cell, promise.name(), runs, all);
                    SnapshotPhases.add(
                            figures,
                            NAME,
                            cell,
                            promise.name(),
                            runs.stream().map(Result::snapshots).toList());
                });
    }

    private static Result measure(Plan plan, Promise promise, int keys) throws IOException, InterruptedException {
        int warmUp = plan.warmUpSeconds();
        int end = warmUp + plan.seconds();
        try (Scratch scratch = new Scratch()) {
            KeyedTopology.Run run = new KeyedTopology.Run(
                    scratch.directory().toString(), keys, VALUE_BYTES, PER_SECOND, false, end + 1);
            try (LocalRun local = LocalRun.start(
                    KeyedTopology.of(run), promise, 1, scratch.directory(), HEAP + ";" + plan.settings())) {
                Snapshots snapshots = new Snapshots(local);
                local.begin(KeyedTopology.SIGNALS);
                local.sleepUntil(warmUp);
                snapshots.begin();
                local.sleepUntil(end);
                List<SnapshotReport> taken = snapshots.since();
                Timeline timeline = Timeline.read(scratch.directory());
                return new Result(
                        timeline.lateMillis(warmUp, end, 50),
                        timeline.lateMillis(warmUp, end, 99),
                        timeline.lateMillis(warmUp, end, 100),
                        timeline.tuples(warmUp, end),
                        taken);
            }
        }
    }
}
