// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.scheduler.Rescheduling.Kind;
import io.millrace.scheduler.evaluate.Evaluator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.SchedulingAlgorithm;
import io.millrace.scheduler.model.SchedulingOptions;
import java.util.Locale;

/**
 * After traffic has drifted: how much of what an answer from scratch saves can be had by moving few tasks at all, as
 * far as a long search can tell. It says whether an algorithm that saves less could save more.
 *
 * @param mostMoved tasks that the search may move
 * @param steps of the search from each start
 * @param fromRunning share of what an answer from scratch saves, found from what runs
 * @param fromOwn the same, found from the algorithm's answer, which is this answer's where it moves more tasks
 * @param own the same, of the algorithm's answer
 */
record GainWithin(
        Rescheduling change, int mostMoved, long steps, double fromRunning, double fromOwn, double own, int ownMoved) {

    /** The share of all tasks that may move. */
    private static final double MOVABLE = 0.04;

    static boolean isAbout(Rescheduling change) {
        return change.kind() == Kind.DRIFT || change.kind() == Kind.SLIGHT_DRIFT;
    }

    static GainWithin search(
            Rescheduling change,
            SchedulingAlgorithm algorithm,
            SchedulingOptions options,
            int stepsPerTask,
            long seed) {
        Assignment running = algorithm.schedule(change.before(), options);
        Problem problem = change.afterWhile(running);
        double before = Evaluator.evaluateRunning(problem).orElseThrow().cost();
        double possible = before - cost(problem, algorithm.schedule(change.after(), options));
        Assignment answer = algorithm.schedule(problem, options);
        int ownMoved = Evaluator.evaluate(problem, answer).movedTasks();
        int tasks = problem.tasks().size();
        int mostMoved = (int) Math.ceil(MOVABLE * tasks) - 1;
        long steps = (long) stepsPerTask * tasks;
        double fromRunning = cost(problem, ReferenceSearch.improveWithin(problem, running, mostMoved, steps, seed));
        double own = cost(problem, answer);
        double fromOwn = ownMoved > mostMoved
                ? own
                : cost(problem, ReferenceSearch.improveWithin(problem, answer, mostMoved, steps, seed));
        return new GainWithin(
                change,
                mostMoved,
                steps,
                (before - fromRunning) / possible,
                (before - fromOwn) / possible,
                (before - own) / possible,
                ownMoved);
    }

    private static double cost(Problem problem, Assignment answer) {
        return Evaluator.evaluate(problem, answer).cost();
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s of %s: %d moved tasks save %.1f %% of what an answer from scratch does; among answers that move at"
                        + " most %d, a search of %,d steps finds %.1f %% from what runs and %.1f %% from this answer",
                change.kind().key(),
                change.before().name(),
                ownMoved,
                100 * own,
                mostMoved,
                steps,
                100 * fromRunning,
                100 * fromOwn);
    }
}
