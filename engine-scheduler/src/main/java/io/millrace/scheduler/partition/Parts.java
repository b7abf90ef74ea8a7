// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/**
 * What a graph is partitioned into. Immutable by convention.
 *
 * <p>Hard: a part holds at most {@code slots} owners, an owner is in at most {@code partsPerOwner} parts, a vertex is
 * only where its permit allows, load is at most {@code capacity}. Wanted: load is at most {@code limit}.
 */
public final class Parts {
    final int count;
    final long[] limit;
    final long[] capacity;
    final int[] slots;
    /** The most parts that an owner may be in, by owner. */
    final int[] partsPerOwner;
    /** Whether the permit allows the part, by permit and part. */
    final boolean[][] permits;
    /** By permit: how many parts it allows. */
    final int[] choices;
    /** Symmetric, 0 on the diagonal; null: 1 between any two parts. */
    final double[][] distance;

    private final int[][] narrower;

    public Parts(
            long[] limit, long[] capacity, int[] slots, int[] partsPerOwner, boolean[][] permits, double[][] distance) {
        this.count = limit.length;
        this.limit = limit;
        this.capacity = capacity;
        this.slots = slots;
        this.partsPerOwner = partsPerOwner;
        this.permits = permits;
        this.distance = distance;
        choices = new int[permits.length];
        for (int p = 0; p < permits.length; p++) {
            for (boolean allowed : permits[p]) {
                choices[p] += allowed ? 1 : 0;
            }
        }
        narrower = permits.length <= 1_000 ? new int[permits.length][permits.length] : null;
    }

    Parts withPermits(boolean[][] other) {
        return new Parts(limit, capacity, slots, partsPerOwner, other, distance);
    }

    /** These parts with less room for owners. */
    public Parts withRoom(int[] otherSlots, int[] otherPartsPerOwner) {
        return new Parts(limit, capacity, otherSlots, otherPartsPerOwner, permits, distance);
    }

    double distance(int a, int b) {
        return distance == null ? (a == b ? 0 : 1) : distance[a][b];
    }

    /** The mean distance between two different parts; 1 if there is only one part. */
    public double meanDistance() {
        if (distance == null || count < 2) {
            return 1;
        }
        double sum = 0;
        for (double[] row : distance) {
            for (double each : row) {
                sum += each;
            }
        }
        return sum / ((double) count * (count - 1));
    }

    /** The permit of two merged vertices, if one permit contains the other; else -1. */
    int narrower(int p, int q) {
        if (p == q) {
            return p;
        }
        if (narrower == null) {
            return findNarrower(p, q);
        }
        if (narrower[p][q] == 0) {
            narrower[p][q] = findNarrower(p, q) + 2;
        }
        return narrower[p][q] - 2;
    }

    private int findNarrower(int p, int q) {
        int small = choices[p] <= choices[q] ? p : q;
        int large = small == p ? q : p;
        for (int part = 0; part < count; part++) {
            if (permits[small][part] && !permits[large][part]) {
                return -1;
            }
        }
        return small;
    }

    /** Whether exchanging the labels of two parts changes nothing. */
    boolean areAlike(int a, int b) {
        if (limit[a] != limit[b] || capacity[a] != capacity[b] || slots[a] != slots[b]) {
            return false;
        }
        for (boolean[] permit : permits) {
            if (permit[a] != permit[b]) {
                return false;
            }
        }
        if (distance != null) {
            for (int other = 0; other < count; other++) {
                if (other != a && other != b && distance[a][other] != distance[b][other]) {
                    return false;
                }
            }
        }
        return true;
    }
}
