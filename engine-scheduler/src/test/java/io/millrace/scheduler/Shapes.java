// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler;

import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.ProblemBuilder;

/** Traffic of simple shapes between tasks of a problem in the making. */
public final class Shapes {
    private Shapes() {}

    /** Each of {@code count} tasks sends to the next one. */
    public static ProblemBuilder path(ProblemBuilder builder, int first, int count, long traffic) {
        for (int task = first + 1; task < first + count; task++) {
            builder.edge(task - 1, task, traffic);
        }
        return builder;
    }

    /** Each of {@code count} tasks sends to all later ones. */
    public static ProblemBuilder clique(ProblemBuilder builder, int first, int count, long traffic) {
        for (int from = first; from < first + count; from++) {
            for (int to = from + 1; to < first + count; to++) {
                builder.edge(from, to, traffic);
            }
        }
        return builder;
    }

    /** Says that the first tasks run where an earlier answer put them. */
    public static ProblemBuilder running(ProblemBuilder builder, Assignment answer) {
        for (int task = 0; task < answer.placements().size(); task++) {
            builder.running(task, answer.of(task));
        }
        return builder;
    }
}
