// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

/**
 * The timers of one task. A timer belongs to the current key, is part of snapshots, and fires once: the bolt's {@code
 * onTimer} is called with that key. A second timer of the same key and time has no effect. Timers of the same time fire
 * in no particular order.
 */
public interface Timers {

    /** Returns the time of day in milliseconds since 1970 (UTC). */
    long now();

    /** Returns the watermark in milliseconds since 1970; {@link Long#MIN_VALUE} if there is none yet. */
    long watermark();

    /** Sets a timer that fires when the clock of the task's node has reached a time in milliseconds since 1970. */
    void atTime(long millis);

    /** Sets a timer that fires when the watermark has reached a time in milliseconds since 1970. */
    void atEventTime(long millis);

    /**
     * Sets a timer as {@link #atTime} does, which is not part of snapshots, cannot be removed, and fires as often as it
     * was set. It takes little memory and time, and is for times that follow from the states: a bolt sets it again for
     * each key that is restored ({@link io.millrace.api.CountsRestored}).
     */
    void atTimeOutsideSnapshots(long millis);

    /** Sets a timer as {@link #atTimeOutsideSnapshots} does, by event time. */
    void atEventTimeOutsideSnapshots(long millis);

    /** Removes the current key's timer for this time, if there is one. */
    void removeTime(long millis);

    /** Removes the current key's timer for this event time, if there is one. */
    void removeEventTime(long millis);
}
