// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import io.millrace.scheduler.model.SchedulingOptions.Quality;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Runs every algorithm on every generated problem, and then the re-scheduling cases; see {@link BenchmarkOptions}. */
public final class SchedulerBenchmark {
    /** Problems that are solved before anything is measured, until the compiler has seen enough. */
    private static final int WARM_UP_TASKS = 250;

    private static final int WARM_UP_ROUNDS = 3;

    private final BenchmarkOptions options;
    private final SchedulingOptions scheduling;
    private final List<SchedulingAlgorithm> algorithms;
    private final List<Problem> problems;

    private SchedulerBenchmark(BenchmarkOptions options) {
        this.options = options;
        scheduling = SchedulingOptions.ofSeed(options.schedulerSeed()).withQuality(options.quality());
        algorithms = options.algorithms().stream().map(Algorithms::byName).toList();
        problems = Families.of(options.families(), options.seed()).stream()
                .filter(problem -> problem.name().contains(options.problems()))
                .toList();
        if (!options.withChanges()) {
            Options.chosen(problems, "problems", options.problems());
        }
    }

    public static void main(String[] arguments) {
        Options.run(
                BenchmarkOptions.USAGE,
                arguments,
                given -> new SchedulerBenchmark(BenchmarkOptions.parse(given)).run());
    }

    private void run() throws IOException {
        if (options.write().isPresent()) {
            Path directory = options.write().get();
            int files = ProblemFiles.write(problems, directory);
            files += ProblemFiles.writeCases(Rescheduling.all(options.seed()), directory);
            System.out.println(files + " files written to " + directory);
            return;
        }
        BestKnown best = options.best().isPresent()
                ? BestKnown.read(options.best().get(), options.seed())
                : new BestKnown(options.seed());
        warmUp();
        List<Outcome> outcomes = outcomes(best);
        if (options.searchSteps() > 0) {
            search(outcomes, best);
            if (options.best().isPresent()) {
                best.write(options.best().get());
            }
        }
        List<Changes> changes = options.withChanges() ? changes() : List.of();
        Comparison comparison = new Comparison(outcomes, best);
        if (!outcomes.isEmpty()) {
            System.out.println(
                    comparison.problems() + "\n\n" + comparison.families() + "\n\n" + comparison.algorithms());
        }
        if (!changes.isEmpty()) {
            System.out.println("\n" + Changes.header());
            changes.forEach(row -> System.out.println(row.row()));
            searchWithinMoves();
        }
        options.study().write(json(comparison, changes));
        options.study().end(how());
    }

    private String how() {
        return ", quality " + options.quality().name().toLowerCase(Locale.ROOT)
                + ", problems of seed " + options.seed() + ", algorithms' seed " + options.schedulerSeed()
                + ", median of " + options.repetitions() + " after a run to warm up";
    }

    private void warmUp() {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (Problem problem : problems) {
                if (problem.tasks().size() <= WARM_UP_TASKS) {
                    algorithms.forEach(
                            algorithm -> Outcome.measure(problem, algorithm, scheduling.withQuality(Quality.FAST), 1));
                }
            }
        }
    }

    private List<Outcome> outcomes(BestKnown best) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Problem problem : problems) {
            for (SchedulingAlgorithm algorithm : algorithms) {
                Outcome outcome = Outcome.measure(problem, algorithm, scheduling, options.repetitions());
                outcomes.add(outcome);
                if (outcome.isSound()) {
                    best.offer(problem.name(), outcome.cost());
                }
            }
        }
        return outcomes;
    }

    /** Anneals from every sound answer. */
    private void search(List<Outcome> outcomes, BestKnown best) {
        for (Outcome outcome : outcomes) {
            if (outcome.isSound()) {
                Problem problem = outcome.problem();
                long steps = (long) options.searchSteps() * problem.tasks().size();
                double cost = Evaluator.evaluate(
                                problem, ReferenceSearch.improve(problem, outcome.answer(), steps, options.seed()))
                        .cost();
                double known = best.of(problem.name());
                if (best.offer(problem.name(), cost)) {
                    System.out.printf("%s from %s: %.0f, was %.0f%n", problem.name(), outcome.algorithm(), cost, known);
                }
            }
        }
    }

    private void searchWithinMoves() {
        if (options.searchSteps() == 0) {
            return;
        }
        System.out.println();
        for (Rescheduling change : Rescheduling.all(options.seed())) {
            if (GainWithin.isAbout(change)) {
                System.out.println(GainWithin.search(
                                change,
                                Algorithms.byName(Algorithms.DEFAULT),
                                scheduling,
                                options.searchSteps(),
                                options.seed())
                        .text());
            }
        }
    }

    private List<Changes> changes() {
        List<Changes> rows = new ArrayList<>();
        for (Rescheduling change : Rescheduling.all(options.seed())) {
            algorithms.forEach(
                    algorithm -> Changes.measure(change, algorithm, scheduling).ifPresent(rows::add));
        }
        return rows;
    }

    private String json(Comparison comparison, List<Changes> changes) {
        return "{\"machine\": \"" + Machine.describe() + how() + "\",\n\"problems\": " + comparison.json()
                + ",\n\"changes\": [\n" + changes.stream().map(Changes::json).collect(Collectors.joining(",\n"))
                + "\n]}\n";
    }
}
