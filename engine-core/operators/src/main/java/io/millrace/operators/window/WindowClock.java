// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.EventTime;
import io.millrace.api.Tuple;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;

/** The time by which windows go: event time or processing time. Confined to the task's thread. */
final class WindowClock {

    private final Timers timers;

    /** The field of the event time; null for processing time. */
    private final String field;

    private final FieldPosition position;

    WindowClock(Timers timers, String field) {
        this.timers = timers;
        this.field = field;
        this.position = field == null ? null : new FieldPosition(field);
    }

    /** Returns the time of an input. */
    long time(Tuple input) {
        if (field == null) {
            return timers.now();
        }
        return EventTime.millis(field, position.of(input));
    }

    /** Returns the time that has passed: a tuple of that time or an earlier one is late. */
    long passed() {
        return field == null ? timers.now() - 1 : timers.watermark();
    }

    /**
     * Lets a timer of the current key fire when a time has passed. It is not part of snapshots: the caller sets it
     * again for restored keys, and must accept that it fires twice.
     */
    void at(long millis) {
        if (field == null) {
            timers.atTimeOutsideSnapshots(timer(millis));
        } else {
            timers.atEventTimeOutsideSnapshots(timer(millis));
        }
    }

    /** Returns the time of the timer that fires when a time has passed. */
    long timer(long millis) {
        return field == null ? millis + 1 : millis;
    }

    /** Whether a timer may be one of {@link #at}. */
    boolean isOwn(TimerEvent timer) {
        return timer.eventTime() == (field != null);
    }

    /** Returns the time that has passed when a timer of {@link #at} fires. */
    long passed(TimerEvent timer) {
        return field == null ? timer.millis() - 1 : timer.millis();
    }
}
