package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.machine.Options;
import java.nio.file.Path;
import java.util.List;

/**
 * What is asked for.
 *
 * @param seconds recorded of each cell
 * @param stepSeconds for how long a rate holds before it changes
 */
record Plan(
        boolean quick,
        List<String> parts,
        double warmUp,
        double seconds,
        double stepSeconds,
        Path out,
        boolean continued,
        Path plots) {

    static final String RATES = "rates";
    static final String CHANGES = "changes";
    static final String INTAKE = "intake";
    static final List<String> PARTS = List.of(RATES, CHANGES, INTAKE);

    static final String USAGE = "[--quick] [--parts=" + String.join(",", PARTS)
            + "] [--warm-up=seconds] [--seconds=n] [--step=seconds] [--out=file.csv] [--continue] [--plot=directory]";

    static Plan of(Options options) {
        boolean quick = options.takeFlag("quick");
        Plan plan = new Plan(
                quick,
                options.takeNames("parts", String.join(",", PARTS), PARTS),
                options.take("warm-up", quick ? 0.2 : 1, 0),
                options.take("seconds", quick ? 0.3 : 3, 0.1),
                options.take("step", quick ? 0.5 : 10, 0.1),
                options.takePath("out", "benchmarks/target/microbatch.csv"),
                options.takeFlag("continue"),
                options.takePath("plot", "benchmarks/target"));
        options.requireNoOther(USAGE);
        return plan;
    }
}
