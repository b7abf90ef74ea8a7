// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.time.Duration;

/**
 * The rule by which tuples of a key belong to windows. Immutable.
 *
 * @param sizeMillis the length of a window, or the gap that ends a session; 0 for windows by count
 * @param slideMillis the distance of windows; equal to the size if each time is in one window
 * @param count the number of tuples of a window; 0 for windows by time
 */
public record Windows(Kind kind, long sizeMillis, long slideMillis, long count) implements Serializable {

    private static final Duration MIN = Duration.ofMillis(1);
    private static final Duration MAX = Duration.ofDays(3_650);

    /** The condition that ends a window. */
    public enum Kind {
        /** A window ends at a time: a multiple of the slide plus the size since 1970 (UTC). */
        TIME,
        /** A window ends after a time without tuples. */
        SESSION,
        /** A window ends with the number of its tuples. */
        COUNT,
        /** A window ends when the upstream bolt that has made it has ended it. */
        SAME
    }

    public Windows {
        boolean known = switch (kind == null ? Kind.SAME : kind) {
            case TIME -> sizeMillis >= 1 && slideMillis >= 1 && slideMillis <= sizeMillis;
            case SESSION -> sizeMillis >= 1;
            case COUNT -> count >= 1;
            case SAME -> kind != null;
        };
        if (!known) {
            throw new TopologyException("windows of kind " + kind + " with size " + sizeMillis + " ms, slide "
                    + slideMillis + " ms and count " + count + ": use the methods of Windows");
        }
    }

    /**
     * Returns windows of one length, one after the other: of 10 s, from each multiple of 10 s since 1970 (UTC).
     *
     * @param size 1 ms to 3,650 d
     */
    public static Windows tumbling(Duration size) {
        long millis = checked("the size", size);
        return new Windows(Kind.TIME, millis, millis, 0);
    }

    /**
     * Returns windows of one length that overlap: of 60 s, each 1 s. They share their tuples in panes.
     *
     * @param size 1 ms to 3,650 d
     * @param slide 1 ms to the size
     */
    public static Windows sliding(Duration size, Duration slide) {
        long sizeMillis = checked("the size", size);
        long slideMillis = checked("the slide", slide);
        if (slideMillis > sizeMillis) {
            throw new TopologyException("windows of " + Units.duration(size) + " each " + Units.duration(slide)
                    + " leave times out: take a slide that is not longer than the size");
        }
        return new Windows(Kind.TIME, sizeMillis, slideMillis, 0);
    }

    /**
     * Returns windows that end when no tuple has come for a time. Two tuples are in one session if their times, or
     * those of tuples between them, are less than a gap apart.
     *
     * @param gap 1 ms to 3,650 d
     */
    public static Windows session(Duration gap) {
        long millis = checked("the gap", gap);
        return new Windows(Kind.SESSION, millis, millis, 0);
    }

    /** Returns windows of a number of tuples, at least 1. The last tuples of a key may never make a complete window. */
    public static Windows count(long tuples) {
        if (tuples < 1) {
            throw new TopologyException("windows of " + tuples + " tuples: take at least 1");
        }
        return new Windows(Kind.COUNT, 0, 0, tuples);
    }

    /**
     * Returns the windows of the upstream bolts: tuples with the same {@code from} and {@code to} belong together. They
     * are meant for results that are computed per key, and then over all keys, such as the most frequent words: {@code
     * Bolts.window(Windows.same())}, whose input is grouped by the key, if it has one, {@code from} and {@code to}.
     * They are by event time, and end as soon as all upstream results have come. A result that the upstream bolt emits
     * again, early or late, counts again.
     */
    public static Windows same() {
        return new Windows(Kind.SAME, 0, 0, 0);
    }

    private static long checked(String what, Duration duration) {
        if (duration == null || duration.compareTo(MIN) < 0 || duration.compareTo(MAX) > 0) {
            throw new TopologyException(
                    what + " of windows is " + (duration == null ? "null" : Units.duration(duration)) + ": take "
                            + Units.duration(MIN) + " to " + Units.duration(MAX));
        }
        if (duration.toNanosPart() % 1_000_000 != 0) {
            throw new TopologyException(what + " of windows is " + Units.duration(duration)
                    + ": take whole milliseconds, as event times have");
        }
        return duration.toMillis();
    }

    /** Returns the length of the panes that windows by time share. */
    public long paneMillis() {
        long one = sizeMillis;
        long other = slideMillis;
        while (other != 0) {
            long rest = one % other;
            one = other;
            other = rest;
        }
        return one;
    }

    /** Returns the beginning of the pane of a time. */
    public long paneOf(long millis, long paneMillis) {
        return Math.floorDiv(millis, paneMillis) * paneMillis;
    }

    /** Returns the end of the first window that contains a pane. */
    public long firstEnd(long pane) {
        return (Math.floorDiv(pane - sizeMillis, slideMillis) + 1) * slideMillis + sizeMillis;
    }

    /** Returns the end of the last window that contains a pane. */
    public long lastEnd(long pane) {
        return Math.floorDiv(pane, slideMillis) * slideMillis + sizeMillis;
    }
}
