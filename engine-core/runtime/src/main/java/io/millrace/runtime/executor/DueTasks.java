// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.util.Arrays;

/**
 * The times when tasks are due: a binary heap of task indexes, the earliest on top. A timer wheel would not do, because
 * a thread sleeps until the earliest time to the nanosecond. Confined to one thread.
 */
final class DueTasks {

    private static final long NEVER = Long.MAX_VALUE;

    private final long[] times;
    private final int[] heap;

    /** The position of each index in the heap; -1 if it is not in the heap. */
    private final int[] places;

    private int size;

    DueTasks(int tasks) {
        times = new long[tasks];
        heap = new int[tasks];
        places = new int[tasks];
        Arrays.fill(times, NEVER);
        Arrays.fill(places, -1);
    }

    /** Returns the earliest time; {@link Long#MAX_VALUE} if nothing is due. */
    long first() {
        return size == 0 ? NEVER : times[heap[0]];
    }

    /** Removes and returns an index that is due by now; -1 if there is none. */
    int poll(long now) {
        if (size == 0 || times[heap[0]] > now) {
            return -1;
        }
        int index = heap[0];
        set(index, NEVER);
        return index;
    }

    /** Sets the time when an index is due; {@link Long#MAX_VALUE} for never. */
    void set(int index, long time) {
        long before = times[index];
        if (time == before) {
            return;
        }
        times[index] = time;
        if (before == NEVER) {
            put(index, size++);
            rise(index);
        } else if (time == NEVER) {
            remove(index);
        } else if (time < before) {
            rise(index);
        } else {
            sink(index);
        }
    }

    private void remove(int index) {
        int place = places[index];
        int last = heap[--size];
        places[index] = -1;
        if (last != index) {
            put(last, place);
            rise(last);
            sink(last);
        }
    }

    private void rise(int index) {
        int place = places[index];
        while (place > 0 && times[heap[(place - 1) / 2]] > times[index]) {
            put(heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(index, place);
    }

    private void sink(int index) {
        int place = places[index];
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && times[heap[child + 1]] < times[heap[child]]) {
                child++;
            }
            if (times[heap[child]] >= times[index]) {
                break;
            }
            put(heap[child], place);
            place = child;
        }
        put(index, place);
    }

    private void put(int index, int place) {
        heap[place] = index;
        places[index] = place;
    }
}
