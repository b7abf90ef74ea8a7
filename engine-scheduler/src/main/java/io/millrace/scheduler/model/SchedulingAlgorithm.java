// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/** A way to place tasks. Implementations are stateless: any thread may call them, also several at once. */
public interface SchedulingAlgorithm {
    /** What a user calls it, such as {@code even}. */
    String name();

    /**
     * Places every task of the problem; the same problem and options give the same answer.
     *
     * @throws InfeasibleProblemException if there is no valid assignment, or none that this algorithm finds
     */
    Assignment schedule(Problem problem, SchedulingOptions options);

    /** Places every task with {@link SchedulingOptions#DEFAULTS} and this seed. */
    default Assignment schedule(Problem problem, long seed) {
        return schedule(problem, SchedulingOptions.ofSeed(seed));
    }
}
