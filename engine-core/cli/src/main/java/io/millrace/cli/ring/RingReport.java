// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.ring;

import io.millrace.ipc.ring.RingSnapshot;

/**
 * A ring at the end of an interval.
 *
 * @param state open, closed, or deleted
 * @param seconds the interval's length as measured
 */
public record RingReport(String ring, String state, double seconds, RingRates perSecond, RingSnapshot totals) {

    public static final String OPEN = "open";
    public static final String CLOSED = "closed";
    public static final String DELETED = "deleted";

    public boolean isOver() {
        return !state.equals(OPEN);
    }
}
