// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.Arrays;

/**
 * A window of the sequences from {@link #next} on, each with an element or null. Used by one thread.
 *
 * @param <T> the class of the elements
 */
final class SequenceWindow<T> {

    private static final int FIRST_CAPACITY = 16;

    private Object[] slots = new Object[FIRST_CAPACITY];
    private long next;
    private long end;

    /** The first sequence of the window. */
    long next() {
        return next;
    }

    /** One after the last sequence that has an element; {@link #next} if none has. */
    long end() {
        return end;
    }

    /** Returns the element of a sequence, which is not before the window; null if it has none. */
    @SuppressWarnings("unchecked")
    T get(long sequence) {
        return sequence < end ? (T) slots[index(sequence)] : null;
    }

    /** Sets the element of a sequence, which is not before the window. */
    void put(long sequence, T element) {
        if (sequence - next >= slots.length) {
            grow(sequence - next + 1);
        }
        slots[index(sequence)] = element;
        end = Math.max(end, sequence + 1);
    }

    /** Removes the first sequence from the window, and returns its element; null if it has none. */
    T removeFirst() {
        T first = get(next);
        slots[index(next)] = null;
        next++;
        end = Math.max(end, next);
        return first;
    }

    /** Removes all, and begins again with a sequence. */
    void reset(long first) {
        Arrays.fill(slots, null);
        next = first;
        end = first;
    }

    private int index(long sequence) {
        return (int) (sequence & slots.length - 1);
    }

    private void grow(long least) {
        Object[] old = slots;
        int capacity = old.length;
        while (capacity < least) {
            capacity *= 2;
        }
        slots = new Object[capacity];
        for (long sequence = next; sequence < end; sequence++) {
            slots[index(sequence)] = old[(int) (sequence & old.length - 1)];
        }
    }
}
