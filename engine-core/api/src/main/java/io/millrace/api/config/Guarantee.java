package io.millrace.api.config;

/** The delivery guarantee for tracked tuples. */
public enum Guarantee {
    /** Nothing is tracked. Tuples that a dead worker held are lost. */
    AT_MOST_ONCE,
    /** Every tracked tuple is completely processed, or its spout is told that it failed. */
    AT_LEAST_ONCE,
    /** The effect of every input on states and on sinks that take part in snapshots is there once. */
    EXACTLY_ONCE
}
