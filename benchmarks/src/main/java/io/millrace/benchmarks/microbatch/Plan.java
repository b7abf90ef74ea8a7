// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.study.Study;
import java.nio.file.Path;
import java.util.List;

/**
 * What is asked for.
 *
 * @param seconds recorded of each cell
 * @param stepSeconds for how long a rate holds before it changes
 */
record Plan(Study study, List<String> parts, double warmUp, double seconds, double stepSeconds, Path plots) {

    static final String RATES = "rates";
    static final String CHANGES = "changes";
    static final String INTAKE = "intake";
    static final String RECEIVERS = "receivers";
    static final List<String> PARTS = List.of(RATES, CHANGES, INTAKE, RECEIVERS);

    static final String USAGE = "[--quick] [--parts=" + String.join(",", PARTS)
            + "] [--warm-up=seconds] [--seconds=n] [--step=seconds]"
            + " [--out=file.jsonl] [--continue] [--plot=directory] [--docs=page.md [--table]]";

    static Plan of(Options options) {
        Study study = new Study(options, "benchmarks/target/microbatch.jsonl");
        Plan plan = new Plan(
                study,
                options.takeNames("parts", String.join(",", PARTS), PARTS),
                options.take("warm-up", study.quick() ? 0.2 : 1, 0),
                options.take("seconds", study.quick() ? 0.3 : 3, 0.1),
                options.take("step", study.quick() ? 0.5 : 10, 0.1),
                study.plots("benchmarks/target"));
        return plan;
    }

    boolean quick() {
        return study.quick();
    }
}
