package io.millrace.scheduler.partition;

/**
 * Refinement by single moves between any two parts, after Fiduccia and Mattheyses: each vertex at the boundary moves at most
 * once per pass, the best move first even if it costs, and the pass is rolled back to its best moment. A move never lifts a
 * part above its limit, unless it lowers the excess as a whole.
 */
final class MoveRefinement {
    private static final int MOST_PASSES = 12;
    /** A pass ends after this many moves without a new best, or this share of the vertices if that is more. */
    private static final int PATIENCE = 60;

    private static final int PATIENCE_SHARE = 25;

    private final Partition partition;
    private final Graph graph;
    private final int count;
    private final GainQueue queue;
    private final boolean[] moved;
    private final int[] journal;
    private final int[] origin;

    MoveRefinement(Partition partition) {
        this.partition = partition;
        graph = partition.graph;
        count = partition.count;
        queue = new GainQueue(graph.size);
        moved = new boolean[graph.size];
        journal = new int[graph.size];
        origin = new int[graph.size];
    }

    static void refine(Partition partition) {
        new MoveRefinement(partition).run();
    }

    private void run() {
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            if (!pass()) {
                return;
            }
        }
    }

    private boolean pass() {
        Score start = partition.score();
        Score best = start;
        int bestAt = 0;
        int moves = 0;
        int patience = Math.max(PATIENCE, graph.size / PATIENCE_SHARE);
        queue.clear();
        for (int v = 0; v < graph.size; v++) {
            moved[v] = false;
            if (isAtBoundary(v)) {
                enqueue(v);
            }
        }
        while (!queue.isEmpty() && moves - bestAt < patience) {
            int v = queue.take();
            int to = bestFitting(v);
            if (to < 0) {
                continue;
            }
            double gain = partition.gain(v, to);
            if (!queue.isEmpty() && gain < queue.topGain()) {
                queue.put(v, gain);
                if (queue.topGain() > gain) {
                    continue;
                }
                queue.remove(v);
            }
            journal[moves] = v;
            origin[moves++] = partition.part[v];
            moved[v] = true;
            partition.move(v, to);
            for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
                if (!moved[graph.neighbour[e]]) {
                    enqueue(graph.neighbour[e]);
                }
            }
            if (partition.score().isBetterThan(best)) {
                best = partition.score();
                bestAt = moves;
            }
        }
        while (moves > bestAt) {
            moves--;
            partition.move(journal[moves], origin[moves]);
        }
        return best.isBetterThan(start);
    }

    /** With bias, every vertex may have a reason to move; else only those with a neighbour elsewhere, or too much company. */
    private boolean isAtBoundary(int v) {
        int own = partition.part[v];
        if (graph.bias != null || partition.load[own] > partition.parts.limit[own]) {
            return true;
        }
        for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
            if (partition.part[graph.neighbour[e]] != own) {
                return true;
            }
        }
        return false;
    }

    /** By the gain of the best part, whether or not it has room just now. */
    private void enqueue(int v) {
        int own = partition.part[v];
        int row = v * count;
        double[] pull = partition.pull;
        boolean[] permit = partition.parts.permits[graph.permit[v]];
        double least = Double.POSITIVE_INFINITY;
        for (int p = 0; p < count; p++) {
            if (pull[row + p] < least && p != own && permit[p]) {
                least = pull[row + p];
            }
        }
        if (least < Double.POSITIVE_INFINITY) {
            queue.put(v, pull[row + own] - least);
        }
    }

    private int bestFitting(int v) {
        int own = partition.part[v];
        int row = v * count;
        double[] pull = partition.pull;
        boolean overfull = partition.load[own] > partition.parts.limit[own];
        int best = -1;
        for (int p = 0; p < count; p++) {
            if (p == own || best >= 0 && !(pull[row + p] < pull[row + best])) {
                continue;
            }
            if ((partition.fits(v, p) || overfull && partition.relieves(v, p)) && partition.admits(v, p)) {
                best = p;
            }
        }
        return best;
    }
}
