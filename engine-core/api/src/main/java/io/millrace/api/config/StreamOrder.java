package io.millrace.api.config;

import java.time.Duration;

/**
 * How tuples of a stream are delivered in another region.
 *
 * @param longest how long one may keep others waiting, with {@link Kind#LATE_WAIT}; else zero
 * @param behind how many later batches may wait for one, with {@link Kind#LATE_BEHIND}; else 0
 */
public record StreamOrder(Kind kind, Duration longest, int behind) {

    /** The kinds of order, the strictest first. */
    public enum Kind {
        /** As they were emitted, whatever that takes. */
        ORDERED,
        /** In order, but what keeps others waiting for too long is late. */
        LATE_WAIT,
        /** In order, but that for which too many others wait is late. */
        LATE_BEHIND,
        /** As they come; what comes after a watermark that was sent later is late. */
        LATE_MARKER,
        /** As they come. */
        UNORDERED
    }

    public static final StreamOrder ORDERED = new StreamOrder(Kind.ORDERED, Duration.ZERO, 0);

    /** What {@link #read} takes. */
    public static final String RULE =
            "ordered, unordered, late-drop:TIME (such as late-drop:200ms), late-drop:BATCHES (such as late-drop:8) or"
                    + " late-drop:marker";

    private static final String ORDERED_TEXT = "ordered";
    private static final String UNORDERED_TEXT = "unordered";
    private static final String DROP = "late-drop:";
    private static final String MARKER = "marker";

    /** No memory holds more batches. */
    private static final int MOST_BEHIND = 65_536;

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if it is none of {@link #RULE}
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

    /** Returns the stricter one of two: a channel that carries several streams keeps the strictest of their orders. */
    public StreamOrder stricter(StreamOrder other) {
        if (kind == other.kind) {
            return longest.compareTo(other.longest) >= 0 && behind >= other.behind ? this : other;
        }
        return kind.compareTo(other.kind) < 0 ? this : other;
    }

    /** The text that {@link #read} takes. */
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
