// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/**
 * Refinement by exchanges: if a vertex would gain by moving but the part is full, a vertex of that part takes its
 * place. It helps when parts are filled to their limits.
 */
final class SwapRefinement {
    private static final int MOST_PASSES = 3;
    /** After this many comparisons in a pass the remaining vertices are skipped. */
    private static final long MOST_COMPARISONS = 3_000_000;

    private SwapRefinement() {}

    /** Whether anything was exchanged. */
    static boolean refine(Partition partition) {
        boolean any = false;
        for (int pass = 0; pass < MOST_PASSES && pass(partition); pass++) {
            any = true;
        }
        return any;
    }

    private static boolean pass(Partition partition) {
        double start = partition.cost();
        double tolerance = 1e-9 * Math.max(1, Math.abs(start));
        boolean any = false;
        long comparisons = 0;
        for (int v = 0; v < partition.graph.size && comparisons < MOST_COMPARISONS; v++) {
            for (int to = 0; to < partition.count; to++) {
                if (to == partition.part[v] || !(partition.gain(v, to) > tolerance)) {
                    continue;
                }
                comparisons += partition.sizes[to];
                int other = bestPartner(partition, v, to, tolerance);
                if (other >= 0) {
                    partition.swap(v, other);
                    any = true;
                }
            }
        }
        return any;
    }

    private static int bestPartner(Partition partition, int v, int to, double tolerance) {
        int own = partition.part[v];
        double gain = partition.gain(v, to);
        double bestGain = tolerance;
        int best = -1;
        for (int i = 0; i < partition.sizes[to]; i++) {
            int other = partition.members[to][i];
            if (gain + partition.gain(other, own) > bestGain
                    && partition.swapFits(v, other)
                    && partition.admitsSwap(v, other)) {
                double swapGain = partition.swapGain(v, other);
                if (swapGain > bestGain) {
                    bestGain = swapGain;
                    best = other;
                }
            }
        }
        return best;
    }
}
