// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/**
 * Refinement by single moves between any two parts, after Fiduccia and Mattheyses. In a pass each vertex at the
 * boundary moves at most once, the best move first even if it raises the cost. Then the pass is rolled back to its
 * best state. A move never lifts a part above its limit, unless it lowers the total excess.
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
    /**
     * By vertex: the part where it would cost least, of those that it may enter and is not in; {@link
     * Partition#UNPLACED} if unknown.
     */
    private final int[] closest;

    private final int[] journal;
    private final int[] origin;

    MoveRefinement(Partition partition) {
        this.partition = partition;
        graph = partition.graph;
        count = partition.count;
        queue = new GainQueue(graph.size);
        moved = new boolean[graph.size];
        closest = new int[graph.size];
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
            closest[v] = Partition.UNPLACED;
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
            int from = partition.part[v];
            journal[moves] = v;
            origin[moves++] = from;
            moved[v] = true;
            partition.move(v, to);
            for (int e = graph.first[v]; e < graph.first[v + 1]; e++) {
                if (!moved[graph.neighbour[e]]) {
                    enqueueAgain(graph.neighbour[e], from, to);
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

    /**
     * With bias every vertex may have a reason to move. Otherwise only vertices with a neighbour in another part, or
     * in a part above its limit, have one.
     */
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

    /** Queues the vertex by the gain of the best part, whether or not it has room now. */
    private void enqueue(int v) {
        int own = partition.part[v];
        int row = v * count;
        double[] pull = partition.pull;
        boolean[] permit = partition.parts.permits[graph.permit[v]];
        double least = Double.POSITIVE_INFINITY;
        closest[v] = Partition.UNPLACED;
        for (int p = 0; p < count; p++) {
            if (pull[row + p] < least && p != own && permit[p]) {
                least = pull[row + p];
                closest[v] = p;
            }
        }
        if (least < Double.POSITIVE_INFINITY) {
            queue.put(v, pull[row + own] - least);
        }
    }

    /**
     * Queues the vertex again after a neighbour has moved. With equal distances that changes its cost in two parts
     * only. So the other parts need no look unless the best one was the part that the neighbour left.
     */
    private void enqueueAgain(int v, int from, int to) {
        int known = closest[v];
        if (known == Partition.UNPLACED || known == from || partition.parts.distance != null) {
            enqueue(v);
            return;
        }
        int own = partition.part[v];
        int row = v * count;
        double[] pull = partition.pull;
        if (to != own && pull[row + to] < pull[row + known] && partition.parts.permits[graph.permit[v]][to]) {
            closest[v] = to;
            known = to;
        }
        queue.put(v, pull[row + own] - pull[row + known]);
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
