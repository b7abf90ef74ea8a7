package io.millrace.api;

/** Names of the streams that exist without being declared by name. */
public final class Streams {

    /** The stream of emissions that name no stream. */
    public static final String DEFAULT = "default";

    /** The stream of tick tuples. The engine emits them and never tracks them. */
    public static final String TICK = "__tick";

    /** The stream that {@link Tuple#sourceStream()} of an answer names. */
    public static final String ANSWER = "__answer";

    private Streams() {}
}
