// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.Arrays;

/** A set of packed states, numbered in the order of their addition: a hash table with open addressing. */
final class StateSet {
    private static final int CHUNK_SHIFT = 14;
    private static final int CHUNK = 1 << CHUNK_SHIFT;
    private static final long HASH = -1L << Integer.SIZE;

    private final int longs;
    private long[][] chunks = new long[16][];

    /** Per entry: 32 bits of the hash, which avoid comparisons and rehashing, and the number plus 1. */
    private long[] table = new long[1 << 16];

    private int size;

    StateSet(int longs) {
        this.longs = longs;
    }

    int size() {
        return size;
    }

    void get(int number, long[] into) {
        System.arraycopy(chunks[number >>> CHUNK_SHIFT], (number & CHUNK - 1) * longs, into, 0, longs);
    }

    /** The number of a state; it is new if that is what {@link #size} was before. */
    int add(long[] state) {
        int mask = table.length - 1;
        long hash = hash(state) & HASH;
        int at = place(hash, mask);
        for (long entry; (entry = table[at]) != 0; at = at + 1 & mask) {
            if ((entry & HASH) == hash && isAt((int) entry - 1, state)) {
                return (int) entry - 1;
            }
        }
        int number = size++;
        append(number, state);
        table[at] = hash | number + 1;
        if (size > table.length / 2) {
            grow();
        }
        return number;
    }

    private static int place(long hash, int mask) {
        return (int) (hash >>> Integer.SIZE) & mask;
    }

    private boolean isAt(int number, long[] state) {
        int from = (number & CHUNK - 1) * longs;
        return Arrays.equals(chunks[number >>> CHUNK_SHIFT], from, from + longs, state, 0, longs);
    }

    private void append(int number, long[] state) {
        int chunk = number >>> CHUNK_SHIFT;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[CHUNK * longs];
        }
        System.arraycopy(state, 0, chunks[chunk], (number & CHUNK - 1) * longs, longs);
    }

    private void grow() {
        long[] old = table;
        table = new long[2 * old.length];
        int mask = table.length - 1;
        for (long entry : old) {
            if (entry != 0) {
                int at = place(entry, mask);
                while (table[at] != 0) {
                    at = at + 1 & mask;
                }
                table[at] = entry;
            }
        }
    }

    private static long hash(long[] state) {
        long hash = 0;
        for (long word : state) {
            hash = (hash ^ word) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 29;
        }
        return hash * 0xBF58_476D_1CE4_E5B9L;
    }
}
