package io.millrace.runtime.executor;

/**
 * What an executor's thread does while it has no work; by that thread. It looks again at once for a moment, then naps between
 * looks while more may come soon, then blocks at its doorbell.
 *
 * <p>Naps, because spinning threads that take all cores are what a latency suffers from most: whoever else needs a core
 * for a moment takes it away for milliseconds, while a thread that sleeps much gets a core at once when it wakes. And a
 * nap is shorter than being woken at a doorbell takes. Naps get longer while others want the core, and where naps always end
 * late and nobody wants the core, it spins instead (see {@link Naps}). It does neither where that still leaves others too
 * little (see {@link Crowding}): then it blocks at once.
 *
 * <p>More may come soon if work came soon of late: whoever has something to do ten times a second is woken for it, and costs
 * next to nothing in between.
 */
final class Idling {

    /** Look again at once. */
    static final long SPIN = 0;

    /** Let others run that wait for this core, and look again. */
    static final long YIELD = -1;

    /** Block at the doorbell, with an alarm for the deadline. */
    static final long BLOCK = -2;

    /** Each time without work counts for an eighth of what is expected, and as so many times soon if it was longer. */
    private static final int IDLE_WEIGHT = 8;

    private static final int MOST_IDLE = 4;

    /** Where work comes within so many naps at a mean, what is due meanwhile is taken together. */
    private static final int TOGETHER_NAPS = 2;

    private static final long SPIN_BEFORE_NAP_NANOS = 5_000;
    private static final long SPIN_BEFORE_BLOCK_NANOS = 20_000;

    /** Blocking until a time takes this much longer than a nap. */
    private static final long ALARM_NANOS = 200_000;

    /** Awake for this part of the time until something is due: longer sleeps vary more in how late they end. */
    private static final int AWAKE_SHARE = 32;

    /** A sleep that would be twice as long ends so much before what is due, to be followed by a short one. */
    private static final long NEAR_NANOS = 200_000;

    /** Where no tuple can arrive; commands wait for it. */
    private static final long LONGEST_SLEEP_NANOS = 2_000_000;

    /** What is due sooner is awaited by looking again at once. */
    private static final long LEAST_SLEEP_NANOS = 5_000;

    /** The same where nobody waits for the thread: a sleep until then takes as much of a core, and its end varies by as much. */
    private static final long LEAST_DUE_ALONE_NANOS = 30_000;

    /** Between looks for what is due soon, where work comes seldom or the core is crowded. */
    private static final long CROWDED_NAP_NANOS = 100_000;

    private static final long BUSY = Long.MAX_VALUE;

    private final long napNanos;
    private final long lingerNanos;
    private final boolean sleeps;
    private final boolean sharp;
    private final CoreSharing core;
    private final Naps naps;
    private final Crowding crowding = new Crowding();
    private final Lateness lateness = new Lateness();
    private boolean mayNap;
    private boolean napsWithAll;
    private long idleSince = BUSY;

    /** Until when it was last certain that nothing would arrive. */
    private long quietUntil;

    private boolean hasBeenQuiet;
    private long meanIdleNanos;

    /** When it looked last and found nothing, if it looks again by itself, and how long it sleeps before that. */
    private long lookedAt = BUSY;

    private long sleepNanos;

    /** When that is due for which it slept last, or sleeps. */
    private long awaited;

    /**
     * @param napNanos how long naps are; 0 for spinning
     * @param lingerNanos for how long it naps or spins, and within which work has to come
     * @param sharp whether the kernel ends the thread's sleeps when they are over, not when it has others to end too; it spins
     *     if not
     * @param core of which the thread has a share while others and it have time
     */
    Idling(long napNanos, long lingerNanos, boolean sharp, CoreSharing core) {
        this.napNanos = napNanos;
        this.lingerNanos = lingerNanos;
        this.sleeps = napNanos > 0;
        this.sharp = sharp;
        this.core = core;
        this.naps = new Naps(napNanos);
    }

    /** Whether naps of this length are short enough to look for work so often that it pays to do that on one core with others. */
    static boolean looksOften(long napNanos) {
        return napNanos > 0 && napNanos < LEAST_DUE_ALONE_NANOS;
    }

    /** When it must be woken to be in time for a deadline: being woken takes long, and how long varies. */
    static long alarm(long deadline) {
        return deadline == Long.MAX_VALUE ? deadline : deadline - ALARM_NANOS / 2;
    }

    /** There was work in the turn that began now. Whether to let others run before the next. */
    boolean worked(long now) {
        awake(now);
        lookedAt = BUSY;
        if (idleSince != BUSY) {
            meanIdleNanos += (Math.min(now - idleSince, MOST_IDLE * soonNanos()) - meanIdleNanos) / IDLE_WEIGHT;
            idleSince = BUSY;
        }
        return core.worked(now, lateness.usualNanos());
    }

    /**
     * There was none in the turn that began now. What to do: nanoseconds to sleep, or one of the constants.
     *
     * @param dueNanos until there will be, even if nothing arrives; 0 or less if something is to be asked again now
     * @param expecting what may arrive before that
     */
    long next(long now, long dueNanos, Expecting expecting) {
        awake(now);
        core.idle(now, lateness.usualNanos());
        // Those who share the core want it, too
        if (lookedAt != BUSY && !core.isBound()) {
            crowding.looked(now, now - lookedAt, sleepNanos);
        }
        long next = nextWithin(now, dueNanos, expecting);
        if (core.isBound() && next != BLOCK && next < CoreSharing.PERIOD_NANOS) {
            next = lookInTurn(now);
        } else if (next == SPIN || next == YIELD) {
            core.looks(now);
        } else {
            core.sleeps();
        }
        lookedAt = next == BLOCK ? BUSY : now;
        sleepNanos = Math.max(next, 0);
        return next;
    }

    /** There, all sleep at the same times. */
    private long lookInTurn(long now) {
        lateness.awaitsNothing();
        long nap = sharp ? core.napNanos(now) : 0;
        if (nap > 0) {
            napsWithAll = true;
            return askedFor(now, nap);
        }
        core.looks(now);
        return YIELD;
    }

    /** The thread does something else until it tells of work, or of none, again. */
    void away() {
        lateness.awaitsNothing();
        napsWithAll = false;
        lookedAt = BUSY;
        idleSince = BUSY;
        core.away();
    }

    /** The turn with work is over now, and the thread lets others run. */
    void letsOthersRun(long now) {
        core.looks(now);
    }

    private void awake(long now) {
        lateness.awake(now);
        if (napsWithAll) {
            // It was not for want of work
            napsWithAll = false;
            idleSince += now - lookedAt;
        }
        if (lookedAt != BUSY && sleepNanos > 0 && !core.isBound()) {
            naps.ended(now, now - lookedAt - sleepNanos, lateness.usualNanos());
        }
    }

    private long nextWithin(long now, long dueNanos, Expecting expecting) {
        idleSince = Math.min(idleSince, now);
        if (expecting == Expecting.NOTHING) {
            // Of later times it is asked again
            quietUntil = dueNanos > LONGEST_SLEEP_NANOS ? now : now + dueNanos;
            hasBeenQuiet = true;
        } else {
            quietUntil = Math.min(quietUntil, now);
        }
        boolean crowded = crowding.isCrowded(now);
        mayNap = sleeps && sharp && !core.isBound() && (naps.endInTime(now) || crowding.isWanted(now));
        long linger = lingerNanos * stretch();
        long nap = napNanos * stretch();
        // When the rest of others is over, something is on its way
        boolean soon = expecting == Expecting.TUPLES && hasBeenQuiet && now - quietUntil < linger;
        long idleNanos = now - (soon ? Math.max(idleSince, quietUntil) : idleSince);
        boolean lingers = (soon || meanIdleNanos < soonNanos()) && !crowded;
        // Where no tuple may arrive, whoever it has just woken may need the core
        // Whoever rested as long may have been woken on the same core
        long look = soon || expecting == Expecting.NOTHING ? YIELD : SPIN;
        if (idleNanos < SPIN_BEFORE_NAP_NANOS && expecting == Expecting.TUPLES) {
            return look;
        }
        // Who waits for what it has sent may need its core more than it needs to be in time for what is due within a
        // nap
        boolean seldom = !mayNap || dueNanos > nap || now + dueNanos == awaited;
        boolean sleepsUntilDue = expecting == Expecting.NOTHING || expecting == Expecting.COMMANDS && seldom;
        boolean napsNow = mayNap && lingers && idleNanos < linger;
        boolean sleepsOnce = sleepsUntilDue && !(napsNow && takesTogether(now, dueNanos));
        if (sleepsOnce && sleeps && !crowded && dueNanos > 0 && dueNanos <= LONGEST_SLEEP_NANOS) {
            return expecting == Expecting.NOTHING && dueNanos < LEAST_DUE_ALONE_NANOS ? look : untilDue(now, dueNanos);
        }
        long spinNanos = mayNap ? SPIN_BEFORE_NAP_NANOS : linger;
        if (idleNanos < (lingers ? spinNanos : Math.min(spinNanos, SPIN_BEFORE_BLOCK_NANOS))) {
            return look;
        }
        if (!napsNow && dueNanos > ALARM_NANOS) {
            return BLOCK;
        }
        if (crowded) {
            return Math.max(dueNanos, CROWDED_NAP_NANOS);
        }
        if (!sleeps) {
            return YIELD;
        }
        // A source that does not know when it has something is asked as often as if work came soon
        if (napsNow || mayNap && dueNanos <= 0) {
            return wouldOversleep(nap, dueNanos) ? untilDue(now, dueNanos) : askedFor(now, nap);
        }
        return dueNanos > 0 && dueNanos - lateness.nanos() <= CROWDED_NAP_NANOS
                ? untilDue(now, dueNanos)
                : CROWDED_NAP_NANOS;
    }

    /**
     * Work that comes within this is worth lingering for. Hardly more where naps are longer: who has work seldom is woken for
     * it, the more so where others want the core.
     */
    private long soonNanos() {
        return Math.max(lingerNanos, TOGETHER_NAPS * napNanos * stretch());
    }

    /** Only naps get longer, not spinning. */
    private int stretch() {
        return mayNap ? naps.stretch() : 1;
    }

    /** Whether what is due waits for the end of a nap: a long one, where work comes often, unless it has slept for that already. */
    private boolean takesTogether(long now, long dueNanos) {
        return napNanos >= LEAST_DUE_ALONE_NANOS
                && dueNanos < napNanos
                && now + dueNanos != awaited
                && meanIdleNanos <= TOGETHER_NAPS * napNanos;
    }

    /** Whether a whole nap would delay what is due, and that is seldom enough to be awake for it each time. */
    private boolean wouldOversleep(long nap, long dueNanos) {
        return dueNanos > 0 && dueNanos - lateness.nanos() < nap && meanIdleNanos > TOGETHER_NAPS * nap;
    }

    /** How long to ask for so that a nap is as long as it shall be, with what sleeps end late. */
    private long askedFor(long now, long nap) {
        long sleep = Math.max(LEAST_SLEEP_NANOS, nap - lateness.usualNanos());
        lateness.sleepsUntil(now + sleep);
        return sleep;
    }

    /** In one sleep, as each nap takes as much of a core as it sleeps; but awake in time. */
    private long untilDue(long now, long dueNanos) {
        boolean sleptFor = awaited == now + dueNanos;
        awaited = now + dueNanos;
        long sleep = dueNanos > 2 * NEAR_NANOS
                ? dueNanos - NEAR_NANOS
                : dueNanos - dueNanos / AWAKE_SHARE - lateness.nanos();
        if (sleep < LEAST_SLEEP_NANOS) {
            if (!sleptFor && dueNanos >= napNanos && !core.isBound()) {
                lateness.sleptNot();
            }
            return SPIN;
        }
        lateness.sleepsUntil(now + sleep);
        return sleep;
    }
}
