// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.TableSection;
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

/** Runs every algorithm on every generated problem, and then the re-scheduling cases; see {@link BenchmarkOptions}. */
public final class SchedulerBenchmark {
    /** Problems that are solved before anything is measured, until the compiler has seen enough. */
    private static final int WARM_UP_TASKS = 250;

    private static final int WARM_UP_ROUNDS = 3;

    private static final String CHANGES = "changes";

    /** What a page shows. */
    public static final List<TableSection> SECTIONS = List.of(
            new TableSection(
                    "costs of assignments",
                    "Costs of the answers by family of problems. Then, of all problems: answers that are not balanced,"
                            + " the traffic between tasks of a node that stays in one worker, and the time of the"
                            + " problem that takes longest.",
                    "benchmarks/run scheduler --best=benchmarks/best-known.txt --repetitions=1",
                    CrossTable.of(Comparison.FAMILIES, Comparison.MEAN, Comparison.WORST),
                    CrossTable.of(
                            Comparison.ALGORITHMS,
                            Comparison.UNBALANCED,
                            Comparison.IN_ONE_WORKER,
                            Comparison.LONGEST)),
            new TableSection(
                    "moves of running tasks",
                    "What moves when something happens to tasks that run, and how much of what an answer from scratch"
                            + " saves it saves, where that is 1 % of the cost or more.",
                    "benchmarks/run scheduler --families=resched",
                    CrossTable.of(CHANGES, Changes.MOVED, Changes.GAIN)));

    private final BenchmarkOptions options;
    private final SchedulingOptions scheduling;
    private final Figures figures;
    private final List<SchedulingAlgorithm> algorithms;
    private final List<Problem> problems;

    private SchedulerBenchmark(BenchmarkOptions options, Figures figures) {
        this.options = options;
        this.figures = figures;
        scheduling = SchedulingOptions.ofSeed(options.schedulerSeed()).withQuality(options.quality());
        algorithms = options.algorithms().stream().map(Algorithms::byName).toList();
        problems = options.chosenProblems();
    }

    public static void main(String[] arguments) {
        Options.run(BenchmarkOptions.USAGE, arguments, given -> SchedulerBenchmark.run(BenchmarkOptions.parse(given)));
    }

    private static void run(BenchmarkOptions options) throws IOException {
        if (options.write().isPresent()) {
            writeProblems(options, options.write().get());
            return;
        }
        Figures figures = options.study().figures().under("conditions", options.describe());
        if (!options.study().tableOnly()) {
            new SchedulerBenchmark(options, figures).run();
        }
        options.study().writeSections(SECTIONS, figures);
        options.study().end(", " + options.describe());
    }

    private static void writeProblems(BenchmarkOptions options, Path directory) throws IOException {
        int files = ProblemFiles.write(options.chosenProblems(), directory);
        files += ProblemFiles.writeCases(Rescheduling.all(options.seed()), directory);
        System.out.println(files + " files written to " + directory);
    }

    private void run() throws IOException {
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
        comparison.addTo(figures);
        for (Changes change : changes) {
            figures.add(CHANGES, Changes.cell(change.change()), change.algorithm(), change.measured());
        }
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
            for (SchedulingAlgorithm algorithm : lacking(Comparison.ALGORITHMS, Comparison.ALL)) {
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
            lacking(CHANGES, Changes.cell(change))
                    .forEach(algorithm ->
                            Changes.measure(change, algorithm, scheduling).ifPresent(rows::add));
        }
        return rows;
    }

    /** The algorithms of which the file does not have this. */
    private List<SchedulingAlgorithm> lacking(String part, String cell) {
        return algorithms.stream()
                .filter(algorithm -> figures.turns(part, cell, algorithm.name()) == 0)
                .toList();
    }
}
