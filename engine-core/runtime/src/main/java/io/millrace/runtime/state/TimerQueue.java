// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Arrays;

/**
 * The timers of one kind of time: tables by block, which captures share, and a heap of all timers in the order of their
 * times. Confined to the thread of the task.
 */
final class TimerQueue {

    private final Changes changes;
    private final CopyOnWriteTable tables;
    private KeyTimer[] heap = new KeyTimer[16];
    private int size;

    TimerQueue(Changes changes) {
        this.changes = changes;
        this.tables = new CopyOnWriteTable(changes);
    }

    CopyOnWriteTable tables() {
        return tables;
    }

    /** Adds a timer. Returns false if there is an equal timer, which stays. */
    boolean add(KeyTimer timer) {
        int hash = timer.hashCode();
        int slot = tables.get(timer.block()).find(hash, timer);
        if (slot >= 0) {
            return false;
        }
        tables.getOwn(timer.block()).add(-1 - slot, hash, timer, null, changes);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        up(size++, timer);
        return true;
    }

    /** Removes the timer that equals this one, if there is one. */
    void remove(KeyTimer equal) {
        int hash = equal.hashCode();
        CopyOnWriteMap table = tables.get(equal.block());
        int slot = table.find(hash, equal);
        if (slot < 0) {
            return;
        }
        KeyTimer removed = (KeyTimer) table.key(slot);
        tables.getOwn(equal.block()).remove(slot, changes);
        KeyTimer last = heap[--size];
        heap[size] = null;
        if (last != removed) {
            int position = removed.position();
            down(position, last);
            if (heap[position] == last) {
                up(position, last);
            }
        }
    }

    /** Returns the time of the first timer; {@link Long#MAX_VALUE} if there is none. */
    long firstMillis() {
        return size == 0 ? Long.MAX_VALUE : heap[0].millis();
    }

    /** Removes the first timer, which must exist, and returns it. */
    KeyTimer take() {
        KeyTimer first = heap[0];
        remove(first);
        return first;
    }

    boolean isEmpty() {
        return size == 0;
    }

    private void up(int start, KeyTimer timer) {
        int at = start;
        while (at > 0) {
            KeyTimer parent = heap[at - 1 >>> 1];
            if (parent.millis() <= timer.millis()) {
                break;
            }
            place(at, parent);
            at = at - 1 >>> 1;
        }
        place(at, timer);
    }

    private void down(int start, KeyTimer timer) {
        int at = start;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && heap[child + 1].millis() < heap[child].millis()) {
                child++;
            }
            if (heap[child].millis() >= timer.millis()) {
                break;
            }
            place(at, heap[child]);
            at = child;
        }
        place(at, timer);
    }

    private void place(int at, KeyTimer timer) {
        heap[at] = timer;
        timer.position(at);
    }
}
