// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** How many tuples came to a sink in each second of a phase, and the longest time without one. One thread. */
final class Arrivals {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long[] bySecond;
    private long longestGapNanos;
    private long begun;
    private long last;

    /** @param seconds of the phase */
    Arrivals(int seconds) {
        this(new long[seconds], 0);
    }

    private Arrivals(long[] bySecond, long longestGapNanos) {
        this.bySecond = bySecond;
        this.longestGapNanos = longestGapNanos;
    }

    /** Counts anew from this time on, which the latest tuple may be before. */
    void begin(long nanos) {
        last = begun == 0 ? nanos : last;
        begun = nanos;
        Arrays.fill(bySecond, 0);
        longestGapNanos = 0;
    }

    /** A tuple has come, not before the begin. */
    void take(long nanos) {
        longestGapNanos = Math.max(longestGapNanos, nanos - last);
        last = nanos;
        bySecond[(int) Math.min((nanos - begun) / SECOND_NANOS, bySecond.length - 1)]++;
    }

    /** The first tuple after the phase has come. */
    void end(long nanos) {
        longestGapNanos = Math.max(longestGapNanos, nanos - last);
    }

    /** Adds those of another sink in the same phase. */
    void add(Arrivals other) {
        for (int i = 0; i < bySecond.length; i++) {
            bySecond[i] += other.bySecond[i];
        }
        longestGapNanos = Math.max(longestGapNanos, other.longestGapNanos);
    }

    long tuples() {
        return LongStream.of(bySecond).sum();
    }

    long[] bySecond() {
        return bySecond.clone();
    }

    /** Of the sink that waited longest. */
    long longestGapNanos() {
        return longestGapNanos;
    }

    String encode() {
        return longestGapNanos + " "
                + LongStream.of(bySecond).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    static Arrivals decode(String encoded) {
        String[] part = encoded.split(" ");
        return new Arrivals(
                Arrays.stream(part[1].split(",")).mapToLong(Long::parseLong).toArray(), Long.parseLong(part[0]));
    }
}
