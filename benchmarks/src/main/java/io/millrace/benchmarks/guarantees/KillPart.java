// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One of two workers is killed with kill -9: second by second what sinks take and how late, with each guarantee. */
final class KillPart implements Part {

    static final String NAME = "kill";
    static final String GAP = "sink gap";

    private static final int PER_SECOND = 2_000;
    private static final int WORKERS = 2;

    /** The time from the kill to the end. */
    private static final int AFTER_SECONDS = 8;

    private final NavigableMap<Double, String> marks = new TreeMap<>();
    private final Map<String, NavigableMap<Double, Double>> tuples = new LinkedHashMap<>();
    private final Map<String, NavigableMap<Double, Double>> late = new LinkedHashMap<>();

    @Override
    public void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        Path out = plan.study().out();
        Path file = out.resolveSibling(out.getFileName().toString().replace(".csv", "") + "-kill.csv");
        Csv seconds = Csv.open(
                file, "cell,mode,second,tuples,p50_ms,p99_ms", 3, plan.study().continued());
        List<Promise> promises =
                List.of(Promise.atMostOnce().withState(), Promise.atLeastOnce().withState(), Plan.barPromise());
        for (Promise promise : promises) {
            kill(plan, figures, seconds, StatePart.SMALL, StatePart.FEW, promise);
        }
        kill(plan, figures, seconds, StatePart.LARGE, StatePart.MANY, Plan.barPromise());
        marks.put((double) plan.warmUpSeconds(), "kill -9");
        Panel.write(
                plan.plots().resolve("kill.png"),
                List.of(
                        Panel.overTime("p99", "ms", true, late, marks),
                        Panel.overTime("taken by sinks", "tuples per second", false, tuples, marks)));
    }

    private void kill(Plan plan, Figures figures, Csv seconds, String cell, int keys, Promise promise)
            throws IOException, InterruptedException {
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
            String mode = promise.name();
            figures.add(NAME, cell, mode, GAP, "ms", timeline.longestGapMillis(killed, end));
            figures.add(
                    NAME,
                    cell,
                    mode,
                    "taken of what was due",
                    "%",
                    100.0 * timeline.tuples(killed, end) / (PER_SECOND * AFTER_SECONDS));
            figures.add(NAME, cell, mode, "p99 from the kill on", "ms", timeline.lateMillis(killed, end, 99));
            figures.add(NAME, cell, mode, "p99 before", "ms", timeline.lateMillis(killed - 2, killed, 99));
            for (int second = 0; second < end; second++) {
                record(seconds, cell, mode, second, timeline);
            }
        }
    }

    private void record(Csv seconds, String cell, String mode, int second, Timeline timeline) throws IOException {
        long taken = timeline.tuples(second, second + 1);
        double p99 = timeline.lateMillis(second, second + 1, 99);
        seconds.put(List.of(
                cell,
                mode,
                Integer.toString(second),
                Long.toString(taken),
                String.format("%.3f", timeline.lateMillis(second, second + 1, 50)),
                String.format("%.3f", p99)));
        String line = mode + (cell.equals(StatePart.LARGE) ? ", 100 MB" : "");
        tuples.computeIfAbsent(line, none -> new TreeMap<>()).put((double) second, (double) taken);
        if (taken > 0) {
            late.computeIfAbsent(line, none -> new TreeMap<>()).put((double) second, p99);
        }
    }
}
