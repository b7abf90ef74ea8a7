package io.millrace.scheduler;

/** Traffic of simple shapes between tasks of a problem in the making. */
final class Shapes {
    private Shapes() {}

    /** Each of {@code count} tasks sends to the next one. */
    static ProblemBuilder path(ProblemBuilder builder, int first, int count, long traffic) {
        for (int task = first + 1; task < first + count; task++) {
            builder.edge(task - 1, task, traffic);
        }
        return builder;
    }

    /** Each of {@code count} tasks sends to all later ones. */
    static ProblemBuilder clique(ProblemBuilder builder, int first, int count, long traffic) {
        for (int from = first; from < first + count; from++) {
            for (int to = from + 1; to < first + count; to++) {
                builder.edge(from, to, traffic);
            }
        }
        return builder;
    }

    /** Says that the first tasks run where an earlier answer put them. */
    static ProblemBuilder running(ProblemBuilder builder, Assignment answer) {
        for (int task = 0; task < answer.placements().size(); task++) {
            builder.running(task, answer.of(task));
        }
        return builder;
    }
}
