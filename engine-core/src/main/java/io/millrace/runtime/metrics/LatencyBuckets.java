package io.millrace.runtime.metrics;

/**
 * Log-linear buckets for nanoseconds: a number of buckets for each power of two, and exact where they are narrower than
 * one nanosecond; the last ends at 2^45 ns, about 9.8 hours. Immutable.
 *
 * <p>A bucket is at most 1/n of its values wide if there are n for each power of two, and is read as its middle, so the
 * error of a value is at most half of that.
 */
final class LatencyBuckets {

    private static final int MAX_BITS = 45;
    static final long MAX_NANOS = (1L << MAX_BITS) - 1;

    /** For latencies that users promise to each other: 32 for each power of two, an error of at most 1.6 %. */
    static final LatencyBuckets FINE = new LatencyBuckets(5);

    /** For what shows where time goes: 8 for each power of two, an error of at most 6.3 %. */
    static final LatencyBuckets COARSE = new LatencyBuckets(3);

    private final int bits;

    /** How many there are. */
    final int count;

    /** What a histogram of them takes in memory: the greatest value, then a count for each. */
    final int bytes;

    /**
     * @param bits as a power of two, the buckets for each power of two
     */
    LatencyBuckets(int bits) {
        this.bits = bits;
        this.count = (MAX_BITS - bits + 1) << bits;
        this.bytes = MetricsDescriptor.HISTOGRAM_BUCKETS + count * Long.BYTES;
    }

    /** The bucket of a value; one below 0 counts as 0, one above the range as its end. */
    int indexOf(long nanos) {
        long value = Math.max(0, Math.min(nanos, MAX_NANOS));
        int shift = Math.max(0, 63 - bits - Long.numberOfLeadingZeros(value));
        return (shift << bits) + (int) (value >>> shift);
    }

    /** The lowest value of a bucket. */
    long lowest(int index) {
        int shift = shift(index);
        return (long) (index - (shift << bits)) << shift;
    }

    /** The value in the middle of a bucket. */
    long middle(int index) {
        return lowest(index) + (1L << shift(index) >>> 1);
    }

    private int shift(int index) {
        return Math.max(0, (index >>> bits) - 1);
    }
}
