// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

/**
 * Log-linear buckets for nanoseconds: n buckets for each power of two, and exact where they would be narrower than one
 * nanosecond. The last one ends at 2^45 ns, about 9.8 hours. Immutable.
 *
 * <p>The width of a bucket is at most 1/n of its values. A bucket is read as its middle, so the error of a value is at
 * most half of the width.
 */
final class LatencyBuckets {

    private static final int MAX_BITS = 45;
    static final long MAX_NANOS = (1L << MAX_BITS) - 1;

    /** The buckets of end-to-end latencies: 32 for each power of two, an error of at most 1.6 %. */
    static final LatencyBuckets FINE = new LatencyBuckets(5);

    /** The buckets of the latencies of stages: 8 for each power of two, an error of at most 6.3 %. */
    static final LatencyBuckets COARSE = new LatencyBuckets(3);

    private final int bits;

    /** The number of buckets. */
    final int count;

    /** The size of a histogram in memory: the greatest value, then a count for each bucket. */
    final int bytes;

    /** @param bits the binary logarithm of the number of buckets for each power of two */
    LatencyBuckets(int bits) {
        this.bits = bits;
        this.count = (MAX_BITS - bits + 1) << bits;
        this.bytes = MetricsDescriptor.HISTOGRAM_BUCKETS + count * Long.BYTES;
    }

    /** Returns the bucket of a value. A value below 0 counts as 0, a value above the range as its end. */
    int indexOf(long nanos) {
        long value = Math.max(0, Math.min(nanos, MAX_NANOS));
        int shift = Math.max(0, 63 - bits - Long.numberOfLeadingZeros(value));
        return (shift << bits) + (int) (value >>> shift);
    }

    /** Returns the lowest value of a bucket. */
    long lowest(int index) {
        int shift = shift(index);
        return (long) (index - (shift << bits)) << shift;
    }

    /** Returns the value in the middle of a bucket. */
    long middle(int index) {
        return lowest(index) + (1L << shift(index) >>> 1);
    }

    private int shift(int index) {
        return Math.max(0, (index >>> bits) - 1);
    }
}
