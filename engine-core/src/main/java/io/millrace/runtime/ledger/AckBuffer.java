package io.millrace.runtime.ledger;

import java.util.Arrays;

/**
 * Acks and fails for one executor's ledgers, merged: one entry per root, however many tuples of its tree are acked. So
 * it holds at most one entry per pending tree, and may wait as long as necessary. Only one thread at a time may use
 * it.
 */
public final class AckBuffer {

    private static final int FIRST_ENTRIES = 64;

    private long[] roots = new long[FIRST_ENTRIES];
    private long[] edges = new long[FIRST_ENTRIES];
    private boolean[] fails = new boolean[FIRST_ENTRIES];
    private int[] places = new int[FIRST_ENTRIES];
    private int size;

    /** The position of each root plus 1, by the root's hash; 0 is empty. Twice as long as the entries. */
    private int[] index = new int[2 * FIRST_ENTRIES];

    /** Merges edges into the entry of a root. */
    public void ack(long root, long edgeXor) {
        // Add the entry first, because this may make the arrays grow
        int entry = entry(root);
        edges[entry] ^= edgeXor;
    }

    public void fail(long root) {
        int entry = entry(root);
        fails[entry] = true;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The number of entries. Some may be void ({@link #isVoid}). */
    public int size() {
        return size;
    }

    public long root(int entry) {
        return roots[entry];
    }

    public long edges(int entry) {
        return edges[entry];
    }

    public boolean failed(int entry) {
        return fails[entry];
    }

    /** Whether the entry has no effect: its edges have cancelled out. */
    public boolean isVoid(int entry) {
        return edges[entry] == 0 && !fails[entry];
    }

    public void addAll(AckBuffer other) {
        for (int i = 0; i < other.size; i++) {
            int entry = entry(other.roots[i]);
            edges[entry] ^= other.edges[i];
            fails[entry] |= other.fails[i];
        }
    }

    public void clear() {
        for (int i = 0; i < size; i++) {
            index[places[i]] = 0;
        }
        Arrays.fill(edges, 0, size, 0);
        Arrays.fill(fails, 0, size, false);
        size = 0;
    }

    /** Drops the first entries, which were sent. */
    public void dropFirst(int count) {
        if (count == 0) {
            return;
        }
        int rest = size - count;
        long[] keptRoots = Arrays.copyOfRange(roots, count, size);
        long[] keptEdges = Arrays.copyOfRange(edges, count, size);
        boolean[] keptFails = Arrays.copyOfRange(fails, count, size);
        clear();
        for (int i = 0; i < rest; i++) {
            int entry = entry(keptRoots[i]);
            edges[entry] = keptEdges[i];
            fails[entry] = keptFails[i];
        }
    }

    private int entry(long root) {
        int place = find(root);
        if (index[place] != 0) {
            return index[place] - 1;
        }
        if (size == roots.length) {
            grow();
            place = find(root);
        }
        roots[size] = root;
        places[size] = place;
        index[place] = ++size;
        return size - 1;
    }

    /** Returns where the position of a root is in the index, or would be. */
    private int find(long root) {
        int mask = index.length - 1;
        long mixed = root * 0x9E3779B97F4A7C15L;
        int place = (int) (mixed >>> 32) & mask;
        while (index[place] != 0 && roots[index[place] - 1] != root) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        int entries = roots.length * 2;
        roots = Arrays.copyOf(roots, entries);
        edges = Arrays.copyOf(edges, entries);
        fails = Arrays.copyOf(fails, entries);
        places = Arrays.copyOf(places, entries);
        index = new int[2 * entries];
        for (int i = 0; i < size; i++) {
            places[i] = find(roots[i]);
            index[places[i]] = i + 1;
        }
    }
}
