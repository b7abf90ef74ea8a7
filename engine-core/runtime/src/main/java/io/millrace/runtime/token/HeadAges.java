// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

/**
 * The last reports of a task's sources on their queues. A source with an old queue reports it again and again, so a
 * report that is not repeated is forgotten. Confined to the task's thread.
 */
public final class HeadAges {

    /** The time for which a report that is not repeated is valid. */
    static final long VALID_NANOS = 250_000_000;

    private static final long MILLI = 1_000_000;

    // The reports, by the index of the source
    private final long[] age;
    private final long[] waiting;
    private final long[] at;

    public HeadAges(int sources) {
        age = new long[sources];
        waiting = new long[sources];
        at = new long[sources];
    }

    /** A source has reported on its queue. */
    public void told(int source, Ask ask, long now) {
        age[source] = ask.headAgeMillis() * MILLI;
        waiting[source] = ask.waiting();
        at[source] = now;
    }

    /** Forgets the reports of a source that runs in another worker now, or is lost. */
    public void forget(int source) {
        waiting[source] = 0;
    }

    /**
     * Returns for how long the first tuple of all queues has waited, in nanoseconds; 0 if no tuple is known to wait.
     */
    public long oldestNanos(long now) {
        long oldest = 0;
        for (int i = 0; i < at.length; i++) {
            if (isKnown(i, now)) {
                oldest = Math.max(oldest, age[i]);
            }
        }
        return oldest;
    }

    /** Returns how many tuples wait in all queues, as far as is known. */
    public long waiting(long now) {
        long sum = 0;
        for (int i = 0; i < at.length; i++) {
            if (isKnown(i, now)) {
                sum += waiting[i];
            }
        }
        return sum;
    }

    private boolean isKnown(int source, long now) {
        return waiting[source] > 0 && now - at[source] <= VALID_NANOS;
    }
}
