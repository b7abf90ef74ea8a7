// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes problems as {@code tsched-1} files, for {@code millrace schedule} and for schedulers of others. */
final class ProblemFiles {
    private ProblemFiles() {}

    /** Each problem as {@code <name>.json}; returns how many files it wrote. */
    static int write(List<Problem> problems, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Problem problem : problems) {
            Files.writeString(directory.resolve(problem.name() + ".json"), ProblemJson.write(problem));
        }
        return problems.size();
    }

    /** Each case after the change, with the default algorithm's answer from before it as the running assignment. */
    static int writeCases(List<Rescheduling> cases, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Rescheduling change : cases) {
            Assignment running =
                    Algorithms.byName(Algorithms.DEFAULT).schedule(change.before(), SchedulingOptions.DEFAULTS);
            Files.writeString(
                    directory.resolve("resched-" + change.kind().key() + "-"
                            + change.before().name() + ".json"),
                    ProblemJson.write(change.afterWhile(running)));
        }
        return cases.size();
    }
}
