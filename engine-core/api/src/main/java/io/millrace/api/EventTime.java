package io.millrace.api;

import java.time.Duration;
import java.time.Instant;

/**
 * How the event time of a spout's tuples is known. Immutable. Declared by {@link SpoutDeclarer#eventTime}.
 *
 * @param field of the output streams that has it; empty if the spout has none
 * @param latenessMillis how far a tuple may be behind the latest one of its task before it, from 0
 * @param idleMillis after this time without a tuple the task holds nothing back; 0 if it always does
 */
public record EventTime(String field, long latenessMillis, long idleMillis) {

    /** Of a component without event time. */
    public static final EventTime NONE = new EventTime("", 0, 0);

    /** Of lateness and idleness. */
    static final long MOST_MILLIS = Duration.ofDays(3_650).toMillis();

    /** Far beyond what clocks show, and so far from the bounds of a long that ends of windows do not overflow. */
    private static final long FURTHEST = 1L << 56;

    static EventTime of(String field, Duration lateness, Duration idleAfter) {
        return new EventTime(field, millis(lateness), millis(idleAfter));
    }

    /** Rounded up, as 0 ms may mean "never". One that does not fit is refused with the topology's other mistakes. */
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
     * @param value of the field
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
