// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import java.util.Locale;

/** Which windows; all lengths in milliseconds of event time. */
public enum WindowShape {
    /** Windows of 10 s, one after the other. */
    TUMBLING(10_000, 10_000),
    /** Windows of 60 s, each 1 s. */
    SLIDING(60_000, 1_000),
    /** Windows that end when a key has had no event for 1 s. */
    SESSION(1_000, 0);

    private final long sizeMillis;
    private final long slideMillis;

    WindowShape(long sizeMillis, long slideMillis) {
        this.sizeMillis = sizeMillis;
        this.slideMillis = slideMillis;
    }

    /** The length; of a session the gap that ends it. */
    public long sizeMillis() {
        return sizeMillis;
    }

    /** How far windows are apart; 0 for sessions. */
    public long slideMillis() {
        return slideMillis;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
