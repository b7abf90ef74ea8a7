package io.millrace.transport.geo;

import java.util.Arrays;

/** The 99th percentile of what was added since it was last asked: of the last 512 values. One thread. */
final class RecentLatency {

    private static final int MOST = 512;

    private final long[] values = new long[MOST];
    private final long[] sorted = new long[MOST];
    private int count;

    void add(long nanos) {
        values[count++ % MOST] = nanos;
        if (count == 2 * MOST) {
            count = MOST;
        }
    }

    /** Returns 0 if nothing was added. */
    long takeP99() {
        int size = Math.min(count, MOST);
        System.arraycopy(values, 0, sorted, 0, size);
        Arrays.sort(sorted, 0, size);
        count = 0;
        return size == 0 ? 0 : sorted[size * 99 / 100];
    }
}
