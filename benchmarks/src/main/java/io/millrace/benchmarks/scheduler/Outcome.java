// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingException;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.Arrays;
import java.util.Locale;

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

    String json(double best) {
        if (evaluation == null) {
            return String.format(
                    Locale.ROOT, "{\"problem\": \"%s\", \"algorithm\": \"%s\", \"failed\": true}", name(), algorithm);
        }
        return String.format(
                Locale.ROOT,
                "{\"problem\": \"%s\", \"family\": \"%s\", \"tasks\": %d, \"algorithm\": \"%s\", \"cost\": %.1f, "
                        + "\"best\": %.1f, \"relative\": %.4f, \"valid\": %b, \"balanced\": %b, \"stable\": %b, "
                        + "\"millis\": %.3f, \"workerShare\": %.4f, \"workerImbalance\": %.3f, \"cpuImbalance\": %.3f}",
                name(),
                problem.label().family(),
                problem.tasks().size(),
                algorithm,
                cost(),
                best,
                relativeTo(best),
                evaluation.isValid(),
                evaluation.isBalanced(),
                isStable,
                millis,
                evaluation.workerShare(),
                evaluation.workerImbalance(),
                evaluation.cpuImbalance());
    }

    String name() {
        return problem.name();
    }
}
