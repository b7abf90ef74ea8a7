package io.millrace.runtime.snapshot;

/** A time at which something is to be done. Confined to one thread. */
final class Alarm {

    /** Later than all. */
    static final long NEVER = Long.MAX_VALUE;

    private boolean set;
    private long atNanos;

    void set(long nanos) {
        set = true;
        atNanos = nanos;
    }

    void clear() {
        set = false;
        atNanos = 0;
    }

    boolean isSet() {
        return set;
    }

    boolean isDue(long now) {
        return set && atNanos - now <= 0;
    }

    /** Returns the earlier one of both, of which {@code other} may be {@link #NEVER}. */
    long before(long other) {
        return set && (other == NEVER || atNanos - other < 0) ? atNanos : other;
    }
}
