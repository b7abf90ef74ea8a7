// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.time.Duration;

/**
 * The order in which tuples of a stream are delivered in another region.
 *
 * @param longest the time for which a batch may keep others waiting, with {@link Kind#LATE_WAIT}; otherwise zero
 * @param behind the number of later batches that may wait for one, with {@link Kind#LATE_BEHIND}; otherwise 0
 */
public record StreamOrder(Kind kind, Duration longest, int behind) {

    /** The kinds of order, the strictest first. */
    public enum Kind {
        /** Tuples are delivered as they were emitted, however long that takes. */
        ORDERED,
        /** Tuples are delivered in order, but a batch that keeps others waiting for too long is late. */
        LATE_WAIT,
        /** Tuples are delivered in order, but a batch for which too many others wait is late. */
        LATE_BEHIND,
        /** Tuples are delivered as they come; one that comes after a watermark that was sent later is late. */
        LATE_MARKER,
        /** Tuples are delivered as they come. */
        UNORDERED
    }

    public static final StreamOrder ORDERED = new StreamOrder(Kind.ORDERED, Duration.ZERO, 0);

    /** The form of the text that {@link #read} takes. */
    public static final String RULE =
            "ordered, unordered, late-drop:TIME (such as late-drop:200ms), late-drop:BATCHES (such as late-drop:8) or"
                    + " late-drop:marker";

    private static final String ORDERED_TEXT = "ordered";
    private static final String UNORDERED_TEXT = "unordered";
    private static final String DROP = "late-drop:";
    private static final String MARKER = "marker";

    /** The most batches that may wait: no memory holds more. */
    private static final int MOST_BEHIND = 65_536;

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if the text does not follow {@link #RULE}
     */
    public static StreamOrder read(String text) {
        if (text.equals(ORDERED_TEXT)) {
            return ORDERED;
        }
        if (text.equals(UNORDERED_TEXT)) {
            return new StreamOrder(Kind.UNORDERED, Duration.ZERO, 0);
        }
        if (!text.startsWith(DROP)) {
            throw refusal(text);
        }
        String bound = text.substring(DROP.length()).strip();
        if (bound.equals(MARKER)) {
            return new StreamOrder(Kind.LATE_MARKER, Duration.ZERO, 0);
        }
        if (bound.matches("[0-9]{1,5}")) {
            long behind = Units.parseDecimal(bound);
            if (behind < 1 || behind > MOST_BEHIND) {
                throw refusal(text);
            }
            return new StreamOrder(Kind.LATE_BEHIND, Duration.ZERO, (int) behind);
        }
        Duration wait = Duration.ofNanos(Units.parseNanos(bound));
        if (wait.isZero()) {
            throw refusal(text);
        }
        return new StreamOrder(Kind.LATE_WAIT, wait, 0);
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("'" + text + "' is no order: give " + RULE);
    }

    /** Whether some tuples may be dropped. */
    public boolean drops() {
        return kind != Kind.ORDERED && kind != Kind.UNORDERED;
    }

    /** Returns the stricter of two orders: a channel of several streams keeps the strictest of their orders. */
    public StreamOrder stricter(StreamOrder other) {
        if (kind == other.kind) {
            return longest.compareTo(other.longest) >= 0 && behind >= other.behind ? this : other;
        }
        return kind.compareTo(other.kind) < 0 ? this : other;
    }

    /** Returns the text that {@link #read} takes. */
    @Override
    public String toString() {
        return switch (kind) {
            case ORDERED -> ORDERED_TEXT;
            case UNORDERED -> UNORDERED_TEXT;
            case LATE_MARKER -> DROP + MARKER;
            case LATE_BEHIND -> DROP + behind;
            case LATE_WAIT -> DROP + Units.duration(longest).replace(" ", "");
        };
    }
}
