// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

/**
 * Buckets of a histogram that two processes can share as plain numbers, one after the other: {@value #PARTS} to each
 * power of two, so that a value is known to 3 %. What is larger than the last bucket is counted in it.
 */
public final class LogBuckets {

    private static final int BITS = 5;

    private static final int PARTS = 1 << BITS;

    /** The number of buckets, which go up to 2^36. */
    public static final int COUNT = (36 - BITS + 1) * PARTS;

    private LogBuckets() {}

    public static int index(long value) {
        if (value < PARTS) {
            return (int) Math.max(0, value);
        }
        int shift = 63 - Long.numberOfLeadingZeros(value) - BITS;
        int index = (shift + 1) * PARTS + (int) (value >>> shift) - PARTS;
        return Math.min(index, COUNT - 1);
    }

    /** The largest value of a bucket. */
    public static long highest(int index) {
        if (index < PARTS) {
            return index;
        }
        int shift = index / PARTS - 1;
        return ((long) (index % PARTS + PARTS + 1) << shift) - 1;
    }
}
