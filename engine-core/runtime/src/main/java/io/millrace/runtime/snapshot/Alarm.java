// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/** A time at which an action is due. Confined to one thread. */
final class Alarm {

    /** A time later than all others. */
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

    /** Returns the earlier time of both, of which {@code other} may be {@link #NEVER}. */
    long before(long other) {
        return set && (other == NEVER || atNanos - other < 0) ? atNanos : other;
    }
}
