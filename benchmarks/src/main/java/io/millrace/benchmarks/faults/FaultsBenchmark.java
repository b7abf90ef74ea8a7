// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Makes faults while numbers flow, and says for each what was promised and what was seen. */
public final class FaultsBenchmark {

    private static final String USAGE =
            "[--quick] [--faults=name,name] [--random=seconds [--seed=n]] [--out=file.csv] [--continue] [--docs=page.md [--table]] [--verbose]";

    /** How long the series lasts with --quick. */
    private static final Duration QUICK_LASTS = Duration.ofSeconds(20);

    private static final Set<String> EXACTLY_ONCE_TOO =
            Set.of("worker-kill", "worker-stop-12", "node-stop-12", "cut-15", "cut-out-15");

    private FaultsBenchmark() {}

    /**
     * All of them in the order of the table; those after which a process goes on that was believed dead also with
     * exactly-once.
     */
    static List<Fault> faults() {
        List<Fault> all = atLeastOnce();
        return all.stream()
                .flatMap(fault -> EXACTLY_ONCE_TOO.contains(fault.name())
                        ? Stream.of(fault, fault.withExactlyOnce())
                        : Stream.of(fault))
                .toList();
    }

    private static List<Fault> atLeastOnce() {
        return Stream.of(
                        Kills.all(),
                        Changes.all(),
                        Stops.all(),
                        Coordination.all(),
                        Components.all(),
                        Mistakes.all(),
                        Churn.all(),
                        Disks.all(),
                        Cuts.all())
                .flatMap(List::stream)
                .toList();
    }

    /** The command's main method. */
    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, FaultsBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/faults.csv");
        List<String> known = faults().stream().map(Fault::name).toList();
        List<String> named = options.takeNames("faults", String.join(",", known), known);
        int randomSeconds = options.take("random", 0, 0);
        long seed = options.take("seed", System.nanoTime(), 0, Long.MAX_VALUE);
        boolean verbose = options.takeFlag("verbose");
        Csv csv = study.csv(FaultRow.COLUMNS, 1);
        FaultSeries series = new FaultSeries(csv, verbose);
        if (study.tableOnly()) {
            study.writePages(FaultsTable.parts(csv));
            return;
        }
        List<FaultRow> rows = randomSeconds > 0
                ? series.random(randomSeconds, seed)
                : series.run(faults().stream()
                        .filter(fault -> named.contains(fault.name()))
                        .filter(fault -> !study.quick() || isQuick(fault))
                        .toList());
        study.writePages(FaultsTable.parts(csv));
        long broken = rows.stream().filter(FaultRow::isBroken).count();
        if (broken > 0) {
            throw new IOException(broken + " of " + rows.size() + " faults were not as promised: see " + study.out());
        }
    }

    private static boolean isQuick(Fault fault) {
        return fault.course().lasts().compareTo(QUICK_LASTS) < 0
                && !fault.name().startsWith("churn");
    }
}
