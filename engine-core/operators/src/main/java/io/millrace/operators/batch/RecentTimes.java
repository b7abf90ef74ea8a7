// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import java.util.Arrays;

/** The last 128 values of a duration. */
final class RecentTimes {

    private static final int SIZE = 128;

    private final long[] times = new long[SIZE];
    private final long[] sorted = new long[SIZE];
    private int count;
    private int next;

    void add(long nanos) {
        times[next] = nanos;
        next = next + 1 & SIZE - 1;
        count = Math.min(count + 1, SIZE);
    }

    void clear() {
        count = 0;
        next = 0;
    }

    /** Returns a percentile by nearest rank; 0 if there are no values. */
    long percentile(int percent) {
        if (count == 0) {
            return 0;
        }
        System.arraycopy(times, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        return sorted[(percent * count + 99) / 100 - 1];
    }
}
