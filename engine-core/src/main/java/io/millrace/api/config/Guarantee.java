package io.millrace.api.config;

/** The delivery guarantee of a topology. */
public enum Guarantee {
    /** Nothing is tracked. Tuples that a dead worker held are lost. */
    AT_MOST_ONCE,
    /** Every tracked tuple is completely processed, or its spout is told that it failed. */
    AT_LEAST_ONCE,
    /**
     * Each input of a spout that can be read again counts once in the states of bolts, and its effect is there once
     * in sinks that take part in snapshots. Single tuples are not tracked.
     */
    EXACTLY_ONCE
}
