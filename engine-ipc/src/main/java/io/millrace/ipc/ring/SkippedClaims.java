// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/**
 * The unfinished claims that the consumer has passed over, in the ring's order. Each producer has one claim at a time,
 * so there are never more of them than slots. Used by the consumer's thread.
 */
final class SkippedClaims {
    private final long[] starts;
    private final long[] ends;
    private int size;

    SkippedClaims(int slots) {
        starts = new long[slots + 1];
        ends = new long[slots + 1];
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == starts.length;
    }

    int size() {
        return size;
    }

    /** Where the oldest claim begins, or NO_POSITION if there is none. */
    long oldest() {
        return size == 0 ? Descriptor.NO_POSITION : starts[0];
    }

    long start(int index) {
        return starts[index];
    }

    long end(int index) {
        return ends[index];
    }

    void add(long start, long end) {
        starts[size] = start;
        ends[size] = end;
        size++;
    }

    void remove(int index) {
        size--;
        System.arraycopy(starts, index + 1, starts, index, size - index);
        System.arraycopy(ends, index + 1, ends, index, size - index);
    }
}
