package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.machine.Options;
import java.nio.file.Path;
import java.util.List;

/**
 * What is asked for.
 *
 * @param seconds recorded of each cell
 * @param stepSeconds for how long a rate holds before it changes
 * @param docs page whose tables are written from the figures; empty for none
 * @param tableOnly whether nothing is run
 */
record Plan(
        boolean quick,
        List<String> parts,
        double warmUp,
        double seconds,
        double stepSeconds,
        Path out,
        boolean continued,
        Path plots,
        String docs,
        boolean tableOnly) {

    static final String RATES = "rates";
    static final String CHANGES = "changes";
    static final String INTAKE = "intake";
    static final List<String> PARTS = List.of(RATES, CHANGES, INTAKE);

    static final String USAGE = "[--quick] [--parts=" + String.join(",", PARTS)
            + "] [--warm-up=seconds] [--seconds=n] [--step=seconds] [--out=file.csv] [--continue] [--plot=directory] [--docs=page.md [--table]]";

    static Plan of(Options options) {
        boolean quick = options.takeFlag("quick");
        String docs = options.take("docs", "");
        boolean tableOnly = options.takeFlag("table");
        Plan plan = new Plan(
                quick,
                options.takeNames("parts", String.join(",", PARTS), PARTS),
                options.take("warm-up", quick ? 0.2 : 1, 0),
                options.take("seconds", quick ? 0.3 : 3, 0.1),
                options.take("step", quick ? 0.5 : 10, 0.1),
                options.takePath("out", "benchmarks/target/microbatch.csv"),
                options.takeFlag("continue") || tableOnly,
                options.takePath("plot", "benchmarks/target"),
                docs,
                tableOnly);
        options.requireNoOther(USAGE);
        if (tableOnly && docs.isEmpty()) {
            throw new Options.Mistake("--table needs the page: give --docs=page.md");
        }
        return plan;
    }
}
