// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

import java.util.Arrays;

/**
 * Acks, fails and restarts of time-outs for one executor's ledgers, merged: one entry per root, however many tuples of
 * its tree are acked. So it holds at most one entry per pending tree, and may wait as long as necessary. Only one
 * thread at a time may use it.
 */
public final class AckBuffer {

    private static final int FIRST_ENTRIES = 64;
    private static final byte FAIL = 1;
    private static final byte RENEW = 2;

    private long[] roots = new long[FIRST_ENTRIES];
    private long[] edges = new long[FIRST_ENTRIES];
    /** The marks beside the edges: {@link #FAIL} and {@link #RENEW}. */
    private byte[] marks = new byte[FIRST_ENTRIES];

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
        mark(root, FAIL);
    }

    /** Restarts the time-out of a tree. */
    public void renew(long root) {
        mark(root, RENEW);
    }

    private void mark(long root, byte mark) {
        int entry = entry(root);
        marks[entry] |= mark;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Returns the number of entries. Some may be void ({@link #isVoid}). */
    public int size() {
        return size;
    }

    public long root(int entry) {
        return roots[entry];
    }

    public long edges(int entry) {
        return edges[entry];
    }

    /** Returns the merged edges of a root; 0 if there is no entry. */
    long edgesOf(long root) {
        int entry = index[find(root)];
        return entry == 0 ? 0 : edges[entry - 1];
    }

    public boolean failed(int entry) {
        return (marks[entry] & FAIL) != 0;
    }

    /** Returns whether a time-out is to be restarted; false if {@link #failed}. */
    public boolean renewed(int entry) {
        return marks[entry] == RENEW;
    }

    /** Returns whether the entry has no effect: its edges have cancelled out. */
    public boolean isVoid(int entry) {
        return edges[entry] == 0 && marks[entry] == 0;
    }

    public void addAll(AckBuffer other) {
        for (int i = 0; i < other.size; i++) {
            add(other, i);
        }
    }

    /** Adds one entry of another buffer. */
    public void add(AckBuffer other, int index) {
        int entry = entry(other.roots[index]);
        edges[entry] ^= other.edges[index];
        marks[entry] |= other.marks[index];
    }

    public void clear() {
        for (int i = 0; i < size; i++) {
            index[places[i]] = 0;
        }
        Arrays.fill(edges, 0, size, 0);
        Arrays.fill(marks, 0, size, (byte) 0);
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
        byte[] keptMarks = Arrays.copyOfRange(marks, count, size);
        clear();
        for (int i = 0; i < rest; i++) {
            int entry = entry(keptRoots[i]);
            edges[entry] = keptEdges[i];
            marks[entry] = keptMarks[i];
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

    /** Returns the position of a root in the index, or the position where it would be added. */
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
        marks = Arrays.copyOf(marks, entries);
        places = Arrays.copyOf(places, entries);
        index = new int[2 * entries];
        for (int i = 0; i < size; i++) {
            places[i] = find(roots[i]);
            index[places[i]] = i + 1;
        }
    }
}
