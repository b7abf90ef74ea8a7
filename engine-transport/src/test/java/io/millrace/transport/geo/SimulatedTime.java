// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Runs the events that are due in the order of their times, on the calling thread. */
final class SimulatedTime {

    private record Due(long at, long number, Runnable action) {}

    private final PriorityQueue<Due> dues =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::number));
    private long now = 1;
    private long numbers;

    long now() {
        return now;
    }

    void at(long when, Runnable action) {
        dues.add(new Due(Math.max(when, now), numbers++, action));
    }

    /** Runs the next event that is due at that time or before; false if there is none. */
    boolean step(long until) {
        Due due = dues.peek();
        if (due == null || due.at() > until) {
            now = Math.max(now, until);
            return false;
        }
        dues.poll();
        now = due.at();
        due.action().run();
        return true;
    }
}
