// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.util.List;

/** Writes latencies between nodes, and marks those that the error of a clock offset may change by over a tenth. */
public final class LatencyMarks {

    private static final String MARK = "~";
    private static final int PARTS = 10;

    private final long errorNanos;
    private boolean marked;

    /** @param errorNanos the largest error of a clock offset; 0 if no latency is between nodes */
    public LatencyMarks(long errorNanos) {
        this.errorNanos = errorNanos;
    }

    public String text(long nanos) {
        if (errorNanos <= nanos / PARTS) {
            return Format.nanos(nanos);
        }
        marked = true;
        return MARK + Format.nanos(nanos);
    }

    /** Returns the line that explains the mark; empty if nothing was marked. */
    public List<String> note() {
        return marked
                ? List.of(MARK + " the clocks of the nodes are known to " + Format.nanos(errorNanos)
                        + " only, more than a tenth of this: see describe --peers")
                : List.of();
    }
}
