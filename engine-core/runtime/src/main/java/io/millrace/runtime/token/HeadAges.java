package io.millrace.runtime.token;

/**
 * What the sources of a task have told of their queues lately. A source with an old queue tells it again and again, so what is not repeated is forgotten. Confined to
 * the task's thread.
 */
public final class HeadAges {

    /** So long something holds that is not repeated. */
    static final long VALID_NANOS = 250_000_000;

    private static final long MILLI = 1_000_000;

    // By the index of the source
    private final long[] age;
    private final long[] waiting;
    private final long[] at;

    public HeadAges(int sources) {
        age = new long[sources];
        waiting = new long[sources];
        at = new long[sources];
    }

    /** A source has told something. */
    public void told(int source, Ask ask, long now) {
        age[source] = ask.headAgeMillis() * MILLI;
        waiting[source] = ask.waiting();
        at[source] = now;
    }

    /** Another worker has the source, or it is lost. */
    public void forget(int source) {
        waiting[source] = 0;
    }

    /** Returns for how long the first tuple of all queues has waited, in nanoseconds; 0 if none is known to wait. */
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
