package io.millrace.transport.geo;

import io.millrace.transport.geo.model.MulticastModel.Strategy;

/**
 * Changes how copies go without an overlap: nothing is taken until all receivers have what went the former way, so that nothing
 * overtakes, is lost or comes twice. One thread.
 */
public final class MulticastSwitch {

    private Strategy present = Strategy.DIRECT;

    /** Null while nothing changes. */
    private Strategy next;

    private long begunNanos;

    /** How copies go now. */
    public Strategy present() {
        return present;
    }

    /** Whether nothing may be taken now. */
    public boolean isSwitching() {
        return next != null;
    }

    /** Begins to change, unless that has begun; to the same, if the receivers are other ones. */
    public void begin(Strategy to, long nowNanos) {
        if (next == null) {
            begunNanos = nowNanos;
        }
        next = to;
    }

    /** How long it has been changing. */
    public long switchingNanos(long nowNanos) {
        return next == null ? 0 : nowNanos - begunNanos;
    }

    /** Stays as it was: what is under way takes too long. */
    public void giveUp() {
        next = null;
    }

    /** All receivers have what went the former way: the other one is taken from now on. */
    public void complete() {
        present = next;
        next = null;
    }
}
