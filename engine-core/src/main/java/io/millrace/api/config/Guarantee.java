package io.millrace.api.config;

/** What the engine promises for tracked tuples. */
public enum Guarantee {
    /** No tracking: what a dead worker held is gone. */
    AT_MOST_ONCE,
    /** Every tracked tuple is processed completely, or failed and handed back to its spout. */
    AT_LEAST_ONCE
}
