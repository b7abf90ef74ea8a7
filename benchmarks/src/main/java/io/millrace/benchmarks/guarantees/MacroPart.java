// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Workloads of the macro-benchmarks, each with several guarantees or on several engines, which take turns in each
 * repetition.
 */
final class MacroPart implements Part {

    static final String THROUGHPUT = "throughput";
    static final String LATENCY = "latency";
    static final String PEERS = "peers";
    static final String MILLRACE = EngineCommand.MILLRACE;

    /** The fixed rates are those of the macro-benchmarks at which a core of two is not full. */
    private static final int SENTENCES = 10_000;

    private static final int PAYLOADS = 10_000;
    private static final int EVENTS = 10_000;

    private static final List<Shape> ALL = List.of(Shape.WORDCOUNT, Shape.THROUGHPUT, Shape.YAHOO);

    private final String name;

    /** @param name one of the three */
    MacroPart(String name) {
        this.name = name;
    }

    /** A variant that takes turns with others. */
    private record Turn(String mode, EngineCommand engine, Promise promise) {

        @Override
        public String toString() {
            return mode;
        }
    }

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        for (int workers = 1; workers <= (plan.quick() ? 1 : 2); workers++) {
            for (Shape shape : plan.shapes(ALL, name.equals(THROUGHPUT) ? Shape.THROUGHPUT : Shape.WORDCOUNT)) {
                if (name.equals(THROUGHPUT) || name.equals(PEERS) && shape == Shape.THROUGHPUT) {
                    cell(plan, figures, shape, 0, workers);
                }
                if (!name.equals(THROUGHPUT)) {
                    cell(plan, figures, shape, rate(shape), workers);
                }
            }
        }
    }

    private static int rate(Shape shape) {
        return switch (shape) {
            case WORDCOUNT -> SENTENCES;
            case YAHOO -> EVENTS;
            default -> PAYLOADS;
        };
    }

    private List<Turn> turns(Plan plan, Shape shape) throws IOException {
        EngineCommand millrace = EngineCommand.of(MILLRACE, plan.settings());
        List<Turn> turns = new ArrayList<>();
        if (name.equals(PEERS)) {
            for (String engine : List.of(MILLRACE, "flink", "jet")) {
                for (long interval : plan.intervalMillis()) {
                    Promise promise = Promise.exactlyOnce(interval);
                    turns.add(new Turn(
                            engine + " " + promise.name(), EngineCommand.of(engine, plan.settings()), promise));
                }
            }
            return turns;
        }
        for (Promise promise : plan.promises()) {
            boolean overtakes = promise.exactlyOnce() && promise.alignmentMillis() != Promise.NEVER;
            if (!overtakes || !plan.quick()) {
                turns.add(new Turn(promise.name(), millrace, promise));
            }
        }
        if (shape == Shape.WORDCOUNT) {
            Promise promise = Promise.atMostOnce().withState();
            turns.add(new Turn(promise.name(), millrace, promise));
        }
        return turns;
    }

    private void cell(Plan plan, Figures figures, Shape shape, long rate, int workers)
            throws IOException, InterruptedException {
        String cell = cell(shape, rate, workers);
        plan.study().measureAndPrint(figures, name, cell, plan.repetitions(), turns(plan, shape), turn -> {
            Workload workload = new Workload(shape, rate, workers, turn.promise, plan.warmUpSeconds(), plan.seconds());
            Measurement run = Measurement.of(turn.engine, workload);
            return SnapshotPhases.add(
                    run.measured(workload, Measurement.Latency.MILLISECONDS),
                    SnapshotPhases.committed(run.snapshots()));
        });
    }

    private static String cell(Shape shape, long rate, int workers) {
        return shape.name().toLowerCase(Locale.ROOT) + (rate == 0 ? " unlimited" : " " + rate + "/s") + " " + workers
                + (workers == 1 ? " worker" : " workers");
    }
}
