// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingException;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one algorithm does when something happens to a cluster that runs its own answer.
 *
 * @param running the figures of what runs, without any move
 * @param displaced tasks whose node is gone
 * @param moved running tasks that move, these included
 * @param afresh the figures of an answer that ignores what runs
 * @param gainShare of the cost that solving afresh saves, how much this saves; empty unless that is 1 % of the cost or
 *     more; where what runs is above limits now, of what is saved beyond the fewest moves that end this, if the
 *     algorithm knows a price of moves
 */
record Changes(
        Rescheduling change,
        String algorithm,
        Evaluation running,
        int displaced,
        int moved,
        Evaluation answer,
        Evaluation afresh,
        Optional<Double> gainShare,
        double millis) {
    /** The figures in a page. */
    static final String MOVED = "tasks that move";

    static final String GAIN = "of the gain from scratch";

    private static final Columns TABLE = new Columns(
            "%-14s%-28s%-14s%8s%10s%8s%9s%17s%16s%13s%10s",
            "change|problem|algorithm|tasks|displaced|moved|moved %|running/afresh|cost/afresh|gain share|ms");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double LEAST_GAIN = 0.01;

    /** A move that costs so many times all traffic is made for the sake of a limit only. */
    private static final double PROHIBITIVE = 4;

    static Optional<Changes> measure(Rescheduling change, SchedulingAlgorithm algorithm, SchedulingOptions options) {
        try {
            return Optional.of(run(change, algorithm, options));
        } catch (SchedulingException e) {
            return Optional.empty();
        }
    }

    private static Changes run(Rescheduling change, SchedulingAlgorithm algorithm, SchedulingOptions options) {
        Assignment running = algorithm.schedule(change.before(), options);
        Problem problem = change.afterWhile(running);
        long start = System.nanoTime();
        Assignment answer = algorithm.schedule(problem, options);
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        Evaluation evaluation = Evaluator.evaluate(problem, answer);
        Evaluation afresh = Evaluator.evaluate(problem, algorithm.schedule(change.after(), options));
        Evaluation before = Evaluator.evaluateRunning(problem).orElseThrow();
        double stale = change.isOfTraffic() ? costOfStaying(problem, before, algorithm, options) : 0;
        double possible = stale - afresh.cost();
        Set<String> nodes = problem.nodes().stream().map(Node::id).collect(Collectors.toSet());
        int displaced = (int) running.placements().stream()
                .filter(placement -> !nodes.contains(placement.node()))
                .count();
        return new Changes(
                change,
                algorithm.name(),
                before,
                displaced,
                evaluation.movedTasks(),
                evaluation,
                afresh,
                possible > 0 && possible > LEAST_GAIN * stale
                        ? Optional.of((stale - evaluation.cost()) / possible)
                        : Optional.empty(),
                millis);
    }

    /** What runs or, where that is above limits, as few moves as possible away from it. */
    private static double costOfStaying(
            Problem problem, Evaluation running, SchedulingAlgorithm algorithm, SchedulingOptions options) {
        if (running.isValid() && running.isBalanced()) {
            return running.cost();
        }
        double traffic = problem.edges().stream().mapToDouble(Edge::traffic).sum();
        double price = PROHIBITIVE * (traffic + running.cost());
        Assignment fewest = algorithm.schedule(problem, options.withMovePrice(price));
        return Evaluator.evaluate(problem, fewest).cost();
    }

    static String header() {
        return TABLE.head();
    }

    String row() {
        int tasks = change.before().tasks().size();
        return TABLE.row(
                kind(),
                change.before().name(),
                algorithm,
                tasks,
                displaced,
                moved,
                String.format(Locale.ROOT, "%.1f", 100.0 * moved / tasks),
                change.isOfTraffic() ? relativeWithFlag(running) : "-  ",
                relativeWithFlag(answer),
                gainShare
                        .map(share -> String.format(Locale.ROOT, "%.1f %%", 100 * share))
                        .orElse("-"),
                String.format(Locale.ROOT, "%.1f", millis));
    }

    private String relativeWithFlag(Evaluation evaluation) {
        return String.format(Locale.ROOT, "%.3f %s", relative(evaluation), flag(evaluation));
    }

    /** The name of what happened, and to which problem. */
    static String cell(Rescheduling change) {
        return change.kind().key() + ", " + change.before().name();
    }

    Measured measured() {
        int tasks = change.before().tasks().size();
        return new Measured()
                .add(MOVED, "%", 100.0 * moved / tasks)
                .add(GAIN, "%", 100 * gainShare.orElse(Double.NaN))
                .add("cost over that from scratch", Figures.NUMBER, relative(answer))
                .add("tasks", Figures.NUMBER, tasks)
                .add("tasks without a node", Figures.NUMBER, displaced)
                .add("time", "ms", millis)
                .with("valid", answer.isValid())
                .with("balanced", answer.isBalanced());
    }

    private double relative(Evaluation other) {
        return afresh.cost() == 0 ? 1 : other.cost() / afresh.cost();
    }

    private static String flag(Evaluation evaluation) {
        return evaluation.isValid() ? evaluation.isBalanced() ? " " : "u" : "i";
    }

    private String kind() {
        return change.kind().key();
    }
}
