// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Measured;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingException;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.Arrays;

/**
 * What one algorithm made of one problem.
 *
 * @param evaluation null if the algorithm failed; {@code failure} then says why
 * @param millis median of the repetitions
 * @param isStable whether every repetition gave the same answer
 */
record Outcome(
        Problem problem,
        String algorithm,
        Assignment answer,
        Evaluation evaluation,
        double millis,
        boolean isStable,
        String failure) {
    private static final double NANOS_PER_MILLI = 1e6;
    /** A best cost of 0 has no ratio; a cost of 1 % of the traffic (500 µs a message) then counts as twice the best. */
    private static final double SHARE_THAT_DOUBLES = 0.01;

    private static final double LATENCY_UNIT = 500;

    /** Runs it once to warm up and to look at the answer, and then as often as told with a watch. */
    static Outcome measure(Problem problem, SchedulingAlgorithm algorithm, SchedulingOptions options, int repetitions) {
        Assignment answer;
        try {
            answer = algorithm.schedule(problem, options);
        } catch (SchedulingException e) {
            return new Outcome(problem, algorithm.name(), null, null, 0, true, e.getMessage());
        }
        boolean isStable = true;
        long[] nanos = new long[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            Assignment again = algorithm.schedule(problem, options);
            nanos[i] = System.nanoTime() - start;
            isStable &= again.equals(answer);
        }
        Arrays.sort(nanos);
        double millis = nanos[repetitions / 2] / NANOS_PER_MILLI;
        Evaluation evaluation = Evaluator.evaluate(problem, answer);
        return new Outcome(problem, algorithm.name(), answer, evaluation, millis, isStable, "");
    }

    /** Only what keeps all rules and limits can be a best cost. */
    boolean isSound() {
        return evaluation != null && evaluation.isValid() && evaluation.isBalanced();
    }

    double cost() {
        return evaluation.cost();
    }

    /** 1 if nothing better is known; also where it is cheaper than the best because it is not sound. */
    double relativeTo(double best) {
        if (cost() <= best) {
            return 1;
        }
        if (best > 0) {
            return cost() / best;
        }
        double unit = evaluation.objective() == Objective.CUT ? 1 : LATENCY_UNIT;
        return 1 + cost() / (SHARE_THAT_DOUBLES * evaluation.traffic().total() * unit);
    }

    /** Its figures; none if the algorithm failed. */
    Measured measured(double best) {
        Measured measured = new Measured().with("family", problem.label().family());
        if (evaluation == null) {
            return measured.with("failure", failure);
        }
        return measured.with("valid", evaluation.isValid())
                .with("balanced", evaluation.isBalanced())
                .with("stable", isStable)
                .add("tasks", Figures.NUMBER, problem.tasks().size())
                .add("cost", Figures.NUMBER, cost())
                .add("lowest known cost", Figures.NUMBER, best)
                .add("cost over the lowest known", Figures.NUMBER, relativeTo(best))
                .add("time", "ms", millis)
                .add("traffic in one worker", Figures.NUMBER, evaluation.workerShare())
                .add("imbalance of workers", Figures.NUMBER, evaluation.workerImbalance())
                .add("imbalance of processors", Figures.NUMBER, evaluation.cpuImbalance());
    }

    String name() {
        return problem.name();
    }
}
