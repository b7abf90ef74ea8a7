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

    private static void cell(Plan plan, Figures figures, String cell, int keys)
            throws IOException, InterruptedException {
        plan.study()
                .measureAndPrint(
                        figures,
                        NAME,
                        cell,
                        plan.repetitions(),
                        List.of(Promise.atMostOnce().withState(), Plan.barPromise()),
                        promise -> measured(plan, promise, keys));
    }

    private static Measured measured(Plan plan, Promise promise, int keys) throws IOException, InterruptedException {
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
                Measured measured = new Measured()
                        .add(Measurement.TUPLES, "1/s", (double) timeline.tuples(warmUp, end) / plan.seconds())
                        .add(Measurement.P50, "ms", timeline.lateMillis(warmUp, end, 50))
                        .add(Measurement.P99, "ms", timeline.lateMillis(warmUp, end, 99))
                        .add("latest", "ms", timeline.lateMillis(warmUp, end, 100));
                return SnapshotPhases.add(measured, taken);
            }
        }
    }
}
