// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.Units;
import io.millrace.api.metrics.EngineDecision.Verdict;
import java.time.Duration;

/**
 * Decides how many engines a task has, within bounds. It gets what the task sees at each look, and looks come in
 * regular intervals. An engine is ended after a long time without a message, which begins again with each message; so
 * engines are not started and ended in turns.
 */
final class EngineScaler {

    /** The interval of looks. */
    static final long LOOK_NANOS = 100_000_000L;

    /** The number of looks in a row at which a message must be late. */
    static final int LATE_LOOKS = 3;

    /**
     * The divisor of the share of engines that may be free: if more are free, something else keeps messages waiting.
     */
    private static final int FREE_PART = 4;

    private static final long MILLI = 1_000_000L;

    /**
     * The view of a task at a look.
     *
     * @param headAgeNanos for how long the first message has waited; 0 if none waits
     * @param waiting messages that wait, for this task and others of its component together
     * @param tasks number of tasks of the component
     * @param counts numbers of the task's engines
     * @param serviceNanos mean time of a message in an engine; 0 if it is not known yet
     * @param room number of further engines for which there are cores or slots
     */
    record Look(long headAgeNanos, long waiting, int tasks, Counts counts, long serviceNanos, int room) {}

    /**
     * The numbers of a task's engines.
     *
     * @param engines all engines, also those that are about to be ready
     * @param starting engines that are not ready yet
     * @param free engines that are ready and have no message
     * @param idle engines that have had no message for {@link EngineKeys#SCALE_DOWN_IDLE}
     */
    record Counts(int engines, int starting, int free, int idle) {}

    /**
     * A decision.
     *
     * @param change number of engines to start, or if negative, to end
     * @param reason reason, one line
     */
    record Decision(Verdict verdict, int change, String reason) {}

    private final long waitNanos;
    private final long idleNanos;

    private EngineBounds.Range bounds;
    private int late;

    EngineScaler(EngineBounds.Range bounds, long waitNanos, long idleNanos) {
        this.bounds = bounds;
        this.waitNanos = waitNanos;
        this.idleNanos = idleNanos;
    }

    EngineBounds.Range bounds() {
        return bounds;
    }

    void bounds(EngineBounds.Range next) {
        bounds = next;
    }

    /** Returns whether a message that has waited for this time is late. */
    boolean isLate(long headAgeNanos) {
        return headAgeNanos > waitNanos;
    }

    long idleNanos() {
        return idleNanos;
    }

    /** Returns the decision at a look; null if there is none. */
    Decision look(Look look) {
        Decision within = within(look.counts.engines);
        if (within != null) {
            return within;
        }
        if (isLate(look.headAgeNanos) && FREE_PART * look.counts.free <= look.counts.engines - look.counts.starting) {
            if (++late < LATE_LOOKS) {
                return null;
            }
            late = 0;
            return more(look);
        }
        late = 0;
        return fewer(look);
    }

    /** Returns the decision that brings a number of engines within the bounds; null if it is within them. */
    Decision within(int engines) {
        if (engines < bounds.min()) {
            return new Decision(Verdict.STARTED, bounds.min() - engines, "the bounds are " + bounds);
        }
        return engines > bounds.max()
                ? new Decision(Verdict.ENDED, bounds.max() - engines, "the bounds are " + bounds)
                : null;
    }

    private Decision more(Look look) {
        int needed = needed(look);
        int more = needed - look.counts.starting - look.counts.free;
        if (more <= 0) {
            return null;
        }
        String reason = reason(look, needed);
        if (look.counts.engines == bounds.max()) {
            return new Decision(Verdict.AT_MAX, 0, reason + "; the bounds are " + bounds);
        }
        if (look.room <= 0) {
            return new Decision(Verdict.NO_ROOM, 0, reason + "; there is room for no other");
        }
        int possible = Math.min(more, Math.min(look.room, bounds.max() - look.counts.engines));
        return new Decision(
                Verdict.STARTED, possible, reason + "; there is room for " + look.room + ", the bounds are " + bounds);
    }

    /** Returns the number of engines that process all waiting messages in the time that a message may wait. */
    private int needed(Look look) {
        double work = (double) look.waiting * look.serviceNanos / Math.max(1, look.tasks);
        return (int) Math.max(1, Math.min(EngineBounds.MOST, Math.ceil(work / waitNanos)));
    }

    private String reason(Look look, int needed) {
        String first = "the first of " + look.waiting + " messages has waited for " + millis(look.headAgeNanos) + ", "
                + EngineKeys.SCALE_UP_WAIT.name() + " is " + millis(waitNanos);
        return look.serviceNanos == 0
                ? first + ": no message has been processed yet, so 1 more"
                : first + ": at " + millis(look.serviceNanos) + " each, " + needed + " more are needed";
    }

    private Decision fewer(Look look) {
        int fewer = Math.min(look.counts.idle, look.counts.engines - bounds.min());
        return fewer <= 0
                ? null
                : new Decision(
                        Verdict.ENDED,
                        -fewer,
                        look.counts.idle + " had no message for " + EngineKeys.SCALE_DOWN_IDLE.name() + ", which is "
                                + Units.duration(Duration.ofNanos(idleNanos)));
    }

    private static String millis(long nanos) {
        return nanos < MILLI ? "less than 1 ms" : nanos / MILLI + " ms";
    }
}
