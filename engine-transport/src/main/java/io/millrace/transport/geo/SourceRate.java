// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/**
 * Measures how many events of what size a source offers, over about the last second; over the last tenth of it when
 * that has had more events than a steady source has, as a queue grows until a rise is known. Used by one thread.
 */
final class SourceRate {

    private static final long LOOK_NANOS = 100_000_000L;
    private static final double WEIGHT = 0.2;
    private static final double NANOS = 1e9;

    /**
     * The interval after which a flood is known: earlier than other changes, as a queue grows until then. Fewer events
     * may be one burst of a slow source.
     */
    private static final long FLOOD_NANOS = LOOK_NANOS / 5;

    private static final int LEAST_FLOOD = 500;

    /** The rise that counts, in standard deviations of a Poisson distribution. */
    private static final double RISEN = 4;

    private long begunNanos;
    private boolean begun;
    private long events;
    private long bytes;
    private double eventsPerSecond;
    private double eventBytes;

    void add(long nowNanos, int length) {
        if (!begun) {
            begun = true;
            begunNanos = nowNanos;
        }
        events++;
        bytes += length;
    }

    /** Takes a look at the events since the last look, if that is long enough ago. */
    void look(long nowNanos) {
        long nanos = nowNanos - begunNanos;
        if (!begun || nanos < LOOK_NANOS && !(nanos >= FLOOD_NANOS && isFlood())) {
            return;
        }
        double rate = events * NANOS / nanos;
        // After a pause the looks that were not taken count as well
        double expected = Math.max(1, eventsPerSecond * nanos / NANOS);
        boolean risen = events > expected + RISEN * Math.sqrt(expected);
        double kept = risen ? 0 : Math.pow(1 - WEIGHT, (double) nanos / LOOK_NANOS);
        eventsPerSecond = eventsPerSecond == 0 ? rate : kept * eventsPerSecond + (1 - kept) * rate;
        if (events > 0) {
            double size = (double) bytes / events;
            eventBytes = eventBytes == 0 ? size : kept * eventBytes + (1 - kept) * size;
        }
        events = 0;
        bytes = 0;
        begunNanos = nowNanos;
    }

    /** Whether more than twice as many events have come as were expected until the next look. */
    private boolean isFlood() {
        return events >= Math.max(LEAST_FLOOD, 2 * eventsPerSecond * LOOK_NANOS / NANOS);
    }

    /** Whether the rate is known. */
    boolean isKnown() {
        return eventBytes > 0;
    }

    /** The rate; above 0 if it is known. */
    double eventsPerSecond() {
        return Math.max(eventsPerSecond, 1e-3);
    }

    double eventBytes() {
        return eventBytes;
    }
}
