// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.Objects;

/**
 * One output stream of a component. Immutable.
 *
 * @param direct whether each tuple names its target task
 * @param selectivity the author's estimate for the first placement: the tuples that a bolt task emits per input, or
 *     that a spout task emits per second; {@link #UNKNOWN_SELECTIVITY} without an estimate
 */
public record StreamSpec(String name, Fields fields, boolean direct, double selectivity) {

    /** The selectivity without an estimate: one tuple per input of a bolt, and per second of a spout. */
    public static final double UNKNOWN_SELECTIVITY = 1;

    public StreamSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(fields);
    }

    /** Makes a stream without an estimate. */
    public StreamSpec(String name, Fields fields, boolean direct) {
        this(name, fields, direct, UNKNOWN_SELECTIVITY);
    }

    StreamSpec withSelectivity(double hint) {
        return new StreamSpec(name, fields, direct, hint);
    }
}
