package io.millrace.runtime.executor;

import io.millrace.runtime.cores.SharedCore;
import io.millrace.runtime.link.CoreNeed;

/**
 * A thread's share in the core that the workers of its topology on the node have in common: whether it runs there, and how it lets
 * the others run; by that thread, which tells of each turn.
 *
 * <p>There it lets others run between any two looks. And all who look on for work there sleep at the same times, which each reads off
 * the clock that processes of a node have in common: the last third of each period. The core rests then; were each to sleep when it
 * likes, another would look on.
 */
final class CoreSharing {

    /** Those that the thread may share the core with. */
    interface Others {

        /** Tells them what it needs of the core, a {@link CoreNeed}. */
        void tell(long need);

        /** How many share it, or do so as soon as another one does. */
        int sharers(long now);

        /** What all that might share it need of it together, in thousandths. */
        int need(long now);
    }

    /** Not a multiple of what sources usually have between two tuples, or the same tuple of each would wait. */
    static final long PERIOD_NANOS = 331_000;

    /** Of a period, all sleep at its end, who sees that in time: shorter sleeps gain nothing. */
    static final long NAP_NANOS = 100_000;

    private static final long SHORTEST_NAP_NANOS = 70_000;

    /** Who has just slept looks on. */
    private static final long LEAST_AWAKE_NANOS = PERIOD_NANOS / 2;

    /** Two looks that are further apart than some others' looks take. */
    private static final long LOST_NANOS = 20_000;

    /** Without letting others run, while there is work. */
    private static final long TURN_NANOS = 20_000;

    private enum Did {
        NOTHING,
        WORK,
        LOOK,
        SLEEP,
        NAP
    }

    private final SharedCore.Seat seat;
    private final Others others;
    private final CoreRule rule = new CoreRule();

    private Did did = Did.NOTHING;
    private long toldAt;
    private long awakeSince;
    private long yieldedAt;
    private long windowNanos;
    private long busyNanos;
    private long sleptNanos;
    private long lostNanos;

    CoreSharing(SharedCore.Seat seat, Others others) {
        this.seat = seat;
        this.others = others;
    }

    /** Whether the thread runs on the common core only. */
    boolean isBound() {
        return seat.isBound();
    }

    /**
     * There was work in the turn that began now. Whether to let others run before the next.
     *
     * @param lateNanos so late sleeps usually end, and so much of a core each takes
     */
    boolean worked(long now, long lateNanos) {
        account(now, lateNanos);
        did = Did.WORK;
        return seat.isBound() && now - yieldedAt >= TURN_NANOS;
    }

    /** The turn is over now, and the thread lets others run, or looks again at once if it had no work. */
    void looks(long now) {
        if (did == Did.WORK) {
            account(now, 0);
        }
        did = Did.LOOK;
        yieldedAt = now;
    }

    /**
     * There was no work in the turn that began now; before {@link #looks}, {@link #sleeps} or {@link #napNanos}.
     *
     * @param lateNanos so late sleeps usually end, and so much of a core each takes
     */
    void idle(long now, long lateNanos) {
        account(now, lateNanos);
        did = Did.NOTHING;
    }

    /** It sleeps or blocks. */
    void sleeps() {
        did = Did.SLEEP;
    }

    /** How long it should sleep now instead of looking again, as all on the core do; 0 if it should not. */
    long napNanos(long now) {
        long left = PERIOD_NANOS - Math.floorMod(now, PERIOD_NANOS);
        if (left > NAP_NANOS || left < SHORTEST_NAP_NANOS || now - awakeSince < LEAST_AWAKE_NANOS) {
            return 0;
        }
        did = Did.NAP;
        return left;
    }

    /** The thread runs nothing for now. */
    void away() {
        did = Did.NOTHING;
        rule.stop();
        seat.want(false);
    }

    private void account(long now, long lateNanos) {
        long nanos = now - toldAt;
        toldAt = now;
        switch (did) {
            case NOTHING -> {
                awakeSince = now;
                yieldedAt = now;
                return;
            }
            case WORK -> busyNanos += nanos;
            case LOOK -> lostNanos += nanos > LOST_NANOS ? nanos : 0;
            case SLEEP -> {
                sleptNanos += Math.max(0, nanos - lateNanos);
                awakeSince = now;
            }
            case NAP -> awakeSince = now;
        }
        windowNanos += nanos;
        if (windowNanos >= CoreRule.WINDOW_NANOS) {
            judge(now);
        }
    }

    private void judge(long now) {
        if (seat.isOffered()) {
            seat.want(
                    rule.verdict(windowNanos, busyNanos, sleptNanos, lostNanos, others.sharers(now), others.need(now)));
        } else {
            rule.stop();
            seat.want(false);
        }
        others.tell(rule.isWilling() ? CoreNeed.word(rule.need(), rule.fits(), now) : CoreNeed.NONE);
        windowNanos = 0;
        busyNanos = 0;
        sleptNanos = 0;
        lostNanos = 0;
    }
}
