// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The delivery guarantee for tracked tuples. */
public enum Guarantee {
    /** The engine tracks no tuple. Tuples that a dead worker held are lost. */
    AT_MOST_ONCE,
    /** Every tracked tuple is completely processed, or its spout is notified of the failure. */
    AT_LEAST_ONCE,
    /** Every input has its effect on states, and on sinks that take part in snapshots, exactly once. */
    EXACTLY_ONCE
}
