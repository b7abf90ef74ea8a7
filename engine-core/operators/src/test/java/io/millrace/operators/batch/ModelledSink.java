// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * A sink in front of which tuples come evenly and are collected into batches, in virtual time. A batch begins when the
 * first tuple comes that is in no batch yet. It is executed when that tuple has waited for the interval and the sink is
 * free, with all tuples that have come by then.
 */
final class ModelledSink {

    /** The factor by which a percentile may be too high. */
    static final double RESOLUTION = 1.01;

    private static final int BUCKETS = 2_000;
    private static final double BASE = Math.log(RESOLUTION);

    private final LongUnaryOperator callNanos;
    private final double[] latencies = new double[BUCKETS];
    private double count;

    /** The rate in tuples per nanosecond. */
    private double rate;

    /** The time at which the next tuple comes that is in no batch. */
    private double next;

    private double free;
    private long batches;
    private double tuples;
    private double busy;

    /** @param callNanos the time of a call for so many tuples */
    ModelledSink(LongUnaryOperator callNanos) {
        this.callNanos = callNanos;
    }

    /** Sets the tuples per second from now on. */
    void rate(double perSecond) {
        rate = perSecond / 1e9;
    }

    /** Runs until this time, with the interval that an adaptive one chooses. */
    void run(long until, AdaptiveInterval adaptive) {
        while (free < until && next < until) {
            long wait = adaptive.nanos();
            double from = Math.max(free, next + wait);
            long late = wait == 0 ? 0 : (long) (from - next - wait);
            int size = execute(from);
            adaptive.executed(size, late, (long) from, (long) free);
        }
    }

    /** Runs until this time with a fixed interval. */
    void run(long until, LongSupplier interval) {
        while (free < until && next < until) {
            execute(Math.max(free, next + interval.getAsLong()));
        }
    }

    /** Runs until this time without batches. */
    void runSingly(long until) {
        while (free < until && next < until) {
            execute(Math.max(free, next), 1);
        }
    }

    private int execute(double from) {
        int size = (int) Math.min(1 << 26, 1 + (long) ((from - next) * rate));
        return execute(from, size);
    }

    private int execute(double from, int size) {
        double end = from + callNanos.applyAsLong(size);
        double first = end - next;
        double last = first - (size - 1) / rate;
        int parts = Math.min(size, 16);
        for (int i = 0; i < parts; i++) {
            double latency = parts == 1 ? first : last + (first - last) * i / (parts - 1);
            latencies[Math.min(BUCKETS - 1, (int) (Math.log(Math.max(1, latency)) / BASE))] += (double) size / parts;
        }
        count += size;
        next += size / rate;
        free = end;
        batches++;
        tuples += size;
        busy += end - from;
        return size;
    }

    /** Forgets the latencies so far. */
    void forget() {
        Arrays.fill(latencies, 0);
        count = 0;
        batches = 0;
        tuples = 0;
        busy = 0;
    }

    /** Returns a percentile of the latencies, from when a tuple comes to the end of its call, in nanoseconds. */
    double percentile(double share) {
        double sum = 0;
        for (int i = 0; i < BUCKETS; i++) {
            sum += latencies[i];
            if (sum >= share * count) {
                return Math.exp((i + 1) * BASE);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    double meanSize() {
        return tuples / batches;
    }

    /** Returns the time in calls, in nanoseconds. */
    double busyNanos() {
        return busy;
    }

    /** Returns the time by which the sink is behind, in nanoseconds. */
    double behind(long now) {
        return Math.max(0, now - next);
    }
}
