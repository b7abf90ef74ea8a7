// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.time.Duration;
import java.time.Instant;

/**
 * The event time of a spout's tuples. Immutable. Declared by {@link SpoutDeclarer#eventTime}.
 *
 * @param field the field of the output streams that has the event time; empty if no field has it
 * @param latenessMillis the most by which a tuple may be behind the latest earlier one of its task, from 0
 * @param idleMillis the time without a tuple after which the task holds back no watermark; 0 if it always does
 */
public record EventTime(String field, long latenessMillis, long idleMillis) {

    /** The event time of a component without one. */
    public static final EventTime NONE = new EventTime("", 0, 0);

    /** The longest lateness and idleness. */
    static final long MOST_MILLIS = Duration.ofDays(3_650).toMillis();

    /**
     * The bound of event times: beyond the time of any clock, and so far from the bounds of a long that ends of windows
     * do not overflow.
     */
    private static final long FURTHEST = 1L << 56;

    static EventTime of(String field, Duration lateness, Duration idleAfter) {
        return new EventTime(field, millis(lateness), millis(idleAfter));
    }

    /**
     * Converts to milliseconds, rounded up, as 0 ms may mean "never". A time that does not fit is refused with the
     * topology's other mistakes.
     */
    private static long millis(Duration time) {
        try {
            return time.isNegative() ? time.toMillis() : time.plusNanos(999_999).toMillis();
        } catch (ArithmeticException e) {
            return time.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /**
     * Returns the event time of a tuple, in milliseconds since 1970.
     *
     * @param value the value of the field
     * @throws IllegalArgumentException if it is neither a long nor an {@link Instant}, or millions of years away
     */
    public static long millis(String field, Object value) {
        long millis;
        if (value instanceof Long time) {
            millis = time;
        } else if (value instanceof Instant time) {
            millis = millis(time);
        } else {
            throw new IllegalArgumentException("the event time, field '" + field + "', is "
                    + (value == null ? "null" : "of " + value.getClass().getName())
                    + ": emit a long of milliseconds since 1970, or an Instant");
        }
        if (millis > FURTHEST || millis < -FURTHEST) {
            throw new IllegalArgumentException(
                    "the event time, field '" + field + "', is " + value + ": emit milliseconds since 1970");
        }
        return millis;
    }

    private static long millis(Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    public boolean isKnown() {
        return !field.isEmpty();
    }
}
