// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/** The names of streams that have a meaning for the engine. */
public final class Streams {

    /** The stream of emissions that name no stream. */
    public static final String DEFAULT = "default";

    /**
     * The stream on which a bolt that declares it emits, with the values of its inputs, the tuples that came too late
     * from another region, if {@code topology.geo.order} lets tuples be late. The emissions are not anchored.
     */
    public static final String LATE = "late";

    /**
     * The stream of a component with engines for messages on which several of them have died. It has the fields {@code
     * input}, a list of the message's values, and {@code error}, a text.
     */
    public static final String DEAD = "dead";

    /** The stream of tick tuples. The engine emits them and never tracks them. */
    public static final String TICK = "__tick";

    /** The stream that {@link Tuple#sourceStream()} of an answer names. */
    public static final String ANSWER = "__answer";

    private Streams() {}
}
