package io.millrace.api;

import java.util.Objects;

/**
 * One output of a component.
 *
 * @param direct whether each tuple names its target task
 * @param selectivity about how many tuples a bolt's task emits on it for each that it gets, or a spout's task per second; a
 *     hint of the author's for the first placement, {@link #UNKNOWN_SELECTIVITY} without one
 */
public record StreamSpec(String name, Fields fields, boolean direct, double selectivity) {

    /** One tuple for each that comes, and per second of a spout. */
    public static final double UNKNOWN_SELECTIVITY = 1;

    public StreamSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(fields);
    }

    /** Without a hint. */
    public StreamSpec(String name, Fields fields, boolean direct) {
        this(name, fields, direct, UNKNOWN_SELECTIVITY);
    }

    StreamSpec withSelectivity(double hint) {
        return new StreamSpec(name, fields, direct, hint);
    }
}
