// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.study.Study;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the command line says.
 *
 * @param problems part of the names of the problems to take; empty: all
 * @param seed of the generated problems
 * @param schedulerSeed what the algorithms get
 * @param best file of the lowest known costs
 * @param searchSteps of annealing for each task and each algorithm's answer; 0: no search
 * @param withChanges whether the re-scheduling cases run
 * @param write where problems go as files, instead of being solved
 */
record BenchmarkOptions(
        List<String> families,
        String problems,
        List<String> algorithms,
        Quality quality,
        long seed,
        long schedulerSeed,
        int repetitions,
        Optional<Path> best,
        int searchSteps,
        boolean withChanges,
        Optional<Path> write,
        Study study) {
    static final String USAGE =
            "[--families=a,b] [--problems=text] [--algorithms=a,b] [--quality=fast|full] [--seed=n] "
                    + "[--scheduler-seed=n] [--repetitions=n] [--best=file] [--search[=steps per task]] "
                    + "[--out=file.jsonl] [--continue] [--docs=page.md [--table]] | --write=directory";
    private static final int DEFAULT_SEARCH = 5_000;
    private static final String RESCHEDULING = "resched";

    /** @throws Options.Mistake if an option is unknown or its value is of no use */
    static BenchmarkOptions parse(Options given) {
        Study study = new Study(given, "benchmarks/target/scheduler.jsonl");
        List<String> all = new ArrayList<>(Families.names());
        all.add(RESCHEDULING);
        List<String> wanted = given.takeNames("families", String.join(",", all), all);
        String search = given.take("search", "0");
        String best = given.take("best", "");
        String write = given.take("write", "");
        BenchmarkOptions options = new BenchmarkOptions(
                wanted.stream().filter(name -> !name.equals(RESCHEDULING)).toList(),
                given.take("problems", ""),
                given.takeNames("algorithms", String.join(",", Algorithms.names()), Algorithms.names()),
                Quality.valueOf(given.takeName("quality", "full", List.of("fast", "full"))
                        .toUpperCase(Locale.ROOT)),
                given.take("seed", Families.DEFAULT_SEED, Long.MIN_VALUE, Long.MAX_VALUE),
                given.take("scheduler-seed", 0, Long.MIN_VALUE, Long.MAX_VALUE),
                study.repetitions(3),
                best.isEmpty() ? Optional.empty() : Optional.of(Path.of(best)),
                search.isEmpty() ? DEFAULT_SEARCH : steps(search),
                wanted.contains(RESCHEDULING),
                write.isEmpty() ? Optional.empty() : Optional.of(Path.of(write)),
                study);
        return options;
    }

    /** The generated problems that were asked for: none only if re-scheduling was. */
    List<Problem> chosenProblems() {
        List<Problem> chosen = Families.of(families, seed).stream()
                .filter(problem -> problem.name().contains(problems))
                .toList();
        return withChanges ? chosen : Options.chosen(chosen, "problems", problems);
    }

    /** How it is measured. */
    String describe() {
        return "quality " + quality.name().toLowerCase(Locale.ROOT) + ", problems of seed " + seed
                + ", algorithms' seed " + schedulerSeed + ", median of " + repetitions + " after a run to warm up";
    }

    private static int steps(String text) {
        return new Options(USAGE, "--search=" + text).take("search", 0, 0);
    }
}
