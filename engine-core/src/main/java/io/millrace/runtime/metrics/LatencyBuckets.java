package io.millrace.runtime.metrics;

/**
 * Log-linear buckets for nanoseconds: exact below 64, then 32 buckets for each power of two, so a bucket is at most
 * 1/32 (3.13 %) of its values wide; the last ends at 2^45 ns, about 9.8 hours.
 */
final class LatencyBuckets {

    static final int SUB_BUCKET_BITS = 5;
    static final int SUB_BUCKETS = 1 << SUB_BUCKET_BITS;
    static final int MAX_BITS = 45;
    static final long MAX_NANOS = (1L << MAX_BITS) - 1;

    /** How many there are. */
    static final int COUNT = (MAX_BITS - SUB_BUCKET_BITS + 1) * SUB_BUCKETS;

    private LatencyBuckets() {}

    /** The bucket of a value; one below 0 counts as 0, one above the range as its end. */
    static int indexOf(long nanos) {
        long value = Math.max(0, Math.min(nanos, MAX_NANOS));
        int shift = Math.max(0, 63 - SUB_BUCKET_BITS - Long.numberOfLeadingZeros(value));
        return (shift << SUB_BUCKET_BITS) + (int) (value >>> shift);
    }

    /** The lowest value of a bucket. */
    static long lowest(int index) {
        int shift = Math.max(0, (index >>> SUB_BUCKET_BITS) - 1);
        return (long) (index - (shift << SUB_BUCKET_BITS)) << shift;
    }

    /** The value in the middle of a bucket. */
    static long middle(int index) {
        int shift = Math.max(0, (index >>> SUB_BUCKET_BITS) - 1);
        return lowest(index) + (1L << shift >>> 1);
    }
}
