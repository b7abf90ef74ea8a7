// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/**
 * The amount of work for a partition, in steps instead of time, so that answers do not depend on the machine.
 *
 * @param starts first partitions of the coarsest graph
 * @param coarseSteps annealing proposals for each of them
 * @param fineRuns annealing runs on the whole graph
 * @param fineSteps proposals per run
 * @param cycles V-cycles
 * @param exactSteps placements that the exact search may try
 * @param hot the temperature at which annealing starts, as a share of what a vertex exchanges on average
 */
public record SearchBudget(
        int starts, long coarseSteps, int fineRuns, long fineSteps, int cycles, int exactSteps, double hot) {
    /** Up to this many vertices an optimal partition is searched. */
    static final int MOST_EXACT_VERTICES = 20;

    private static final int SMALL = 400;

    /** With more vertices one start and its refinement take more than a second, and further starts rarely find more. */
    private static final int LARGE = 8_000;

    private static final long MOST_STEPS = 6_000_000;

    /** Many V-cycles with short annealing find more than few with long annealing, because each coarsens differently. */
    private static final long COARSE_STEPS = 150_000;

    private static final double USUAL_DEGREE = 10;
    private static final double HOT = 0.7;
    private static final double GENTLE = 0.1;
    /** More V-cycles find little near a known partition. */
    private static final int GENTLE_CYCLES = 3;

    /** The budget of a quick answer. */
    public static SearchBudget fast(Graph graph, int parts) {
        long coarse = Math.min(graph.size, coarseSize(parts));
        return graph.size <= SMALL
                ? new SearchBudget(6, 50 * coarse, 2, affordable(graph, 500), 3, 40_000, HOT)
                : new SearchBudget(graph.size < LARGE ? 2 : 1, 300 * coarse, 0, 0, graph.size < LARGE ? 1 : 0, 0, HOT);
    }

    /** The budget of a good answer. */
    public static SearchBudget full(Graph graph, int parts) {
        long coarse = Math.min(graph.size, coarseSize(parts));
        return graph.size <= SMALL
                ? new SearchBudget(6, 120 * coarse, 4, affordable(graph, 1_200), 4, 120_000, HOT)
                : new SearchBudget(4, COARSE_STEPS, 1, affordable(graph, 900), 10, 0, HOT);
    }

    /** With many neighbours per vertex a step costs more, so the number of steps falls. */
    private static long affordable(Graph graph, long perVertex) {
        double degree = graph.size == 0 ? 0 : (double) graph.neighbour.length / graph.size;
        return Math.min(MOST_STEPS, (long) (perVertex * graph.size / Math.max(1, degree / USUAL_DEGREE)));
    }

    /** The budget of one of many small partitions. */
    public static SearchBudget brief(int vertices) {
        return new SearchBudget(3, 0, 1, Math.min(50_000, 100L * vertices), 1, 2_000, HOT);
    }

    /** One annealing near a known partition, see {@link Partitioner#withMoves}. */
    static SearchBudget nearby(Graph graph) {
        return new SearchBudget(0, 0, 1, affordable(graph, 300), 0, 0, GENTLE);
    }

    /** This budget, but closer to the known partition. */
    public SearchBudget gentle() {
        return new SearchBudget(
                starts, coarseSteps, fineRuns, fineSteps, Math.min(cycles, GENTLE_CYCLES), exactSteps, GENTLE);
    }

    /** How many vertices the coarsest graph shall have. */
    static int coarseSize(int parts) {
        return Math.max(120, 15 * parts);
    }
}
