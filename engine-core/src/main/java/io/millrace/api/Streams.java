package io.millrace.api;

/** Names of streams that exist without being named. */
public final class Streams {

    /** The stream that {@code emit} without a stream's name uses. */
    public static final String DEFAULT = "default";

    /** The stream of tick tuples; they come from the engine and are never tracked. */
    public static final String TICK = "__tick";

    private Streams() {}
}
