// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

/** The timers by event time of a bolt task. Called on the thread of its executor. */
public interface EventTimers {

    /** The timers of a bolt without states. */
    EventTimers NONE = new EventTimers() {};

    /** Returns the event time when the timers were captured; {@link Long#MIN_VALUE} if there were none. */
    default long restoredWatermark() {
        return Long.MIN_VALUE;
    }

    /** Event time has reached a time; the timers that are due fire in the next turns. */
    default void advance(long millis) {}

    /** Returns whether a timer is due. */
    default boolean hasDue() {
        return false;
    }

    /** Fires timers that are due. Returns how many. */
    default int fire(int most) {
        return 0;
    }
}
