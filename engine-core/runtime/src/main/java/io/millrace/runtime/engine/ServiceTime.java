// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

/** The mean time of a message in an engine; later messages count for more. Confined to one thread. */
final class ServiceTime {

    private static final double SHARE_OF_LAST = 1.0 / 16;

    private double mean;

    void add(long nanos) {
        mean = mean == 0 ? nanos : mean + SHARE_OF_LAST * (nanos - mean);
    }

    /** Returns the mean; 0 before the first message. */
    long nanos() {
        return Math.round(mean);
    }
}
