// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.LogBuckets;

/** Percentiles in milliseconds, known to 3 %; NaN if there was no message. */
record Latency(double p50, double p99, double most) {

    /** The latency of the messages that were counted between two times, by {@link LogBuckets}. */
    static Latency between(long[] before, long[] after) {
        long[] counts = new long[after.length];
        long all = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = after[i] - before[i];
            all += counts[i];
        }
        return new Latency(percentile(counts, all, 0.5), percentile(counts, all, 0.99), percentile(counts, all, 1));
    }

    private static double percentile(long[] counts, long all, double share) {
        long left = (long) Math.ceil(all * share);
        for (int i = 0; i < counts.length; i++) {
            left -= counts[i];
            if (counts[i] > 0 && left <= 0) {
                return LogBuckets.highest(i) / 1e6;
            }
        }
        return Double.NaN;
    }
}
