// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service.task;

import java.util.function.LongConsumer;

/**
 * Notes the trees of fed spouts of which a bolt has tuples that it has neither acked nor failed, so that a time-out can
 * name the bolt. A tree whose place another tree takes is forgotten. Confined to the task's thread.
 */
final class OpenTrees {

    private static final int PLACES = 1 << 10;
    private static final int SHIFT = Long.SIZE - 10;
    private static final long FREE = 0;

    // The trees, by the root's hash
    private final long[] roots = new long[PLACES];
    private final long[] since = new long[PLACES];
    private final int[] tuples = new int[PLACES];
    private int held;

    boolean isEmpty() {
        return held == 0;
    }

    /** The bolt is called with a tuple of this tree, which began at this time. */
    void add(long root, long nanoTime) {
        int place = place(root);
        if (roots[place] == root) {
            tuples[place]++;
            return;
        }
        if (roots[place] == FREE) {
            held++;
        }
        roots[place] = root;
        since[place] = nanoTime;
        tuples[place] = 1;
    }

    /** The bolt has acked or failed a tuple of this tree. */
    void remove(long root) {
        int place = place(root);
        if (roots[place] == root && --tuples[place] == 0) {
            free(place);
        }
    }

    /** Reports and forgets the trees that began before this time. */
    void takeOlder(long nanoTime, LongConsumer told) {
        for (int place = 0; place < PLACES && held > 0; place++) {
            if (roots[place] != FREE && since[place] - nanoTime <= 0) {
                long root = roots[place];
                free(place);
                told.accept(root);
            }
        }
    }

    private void free(int place) {
        roots[place] = FREE;
        held--;
    }

    private static int place(long root) {
        return (int) (root * 0x9E3779B97F4A7C15L >>> SHIFT);
    }
}
