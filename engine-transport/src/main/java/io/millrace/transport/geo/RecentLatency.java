// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.util.Arrays;

/** The 99th percentile of the values added since the last question, of the last 512 at most. Used by one thread. */
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

    /** Returns the percentile, and begins anew; 0 if no value was added. */
    long takeP99() {
        int size = Math.min(count, MOST);
        System.arraycopy(values, 0, sorted, 0, size);
        Arrays.sort(sorted, 0, size);
        count = 0;
        return size == 0 ? 0 : sorted[size * 99 / 100];
    }
}
