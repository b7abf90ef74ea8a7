// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.Locale;

/** What a scheduler minimises. */
public enum Objective {
    /** Traffic between nodes, in messages per second. */
    CUT,
    /** Traffic weighted by the cost of the hop that it takes, see {@link HopCosts}. */
    LATENCY;

    /** The name in {@code tsched-1}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
