package io.millrace.api;

import java.util.Arrays;

/** The last 128 of some durations. */
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

    /** Returns the 99th percentile by nearest rank; 0 if there are none. */
    long percentile99() {
        if (count == 0) {
            return 0;
        }
        System.arraycopy(times, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        return sorted[(int) Math.ceil(0.99 * count) - 1];
    }
}
