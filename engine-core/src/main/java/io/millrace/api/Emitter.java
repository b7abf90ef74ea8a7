package io.millrace.api;

/**
 * Emits for a {@link BasicBolt}, anchored to its input. Valid during {@code execute} only. No method blocks. Errors are
 * those of {@link BoltCollector}.
 */
public interface Emitter {

    /** Emits on the default stream. Takes one value per declared field. */
    void emit(Object... values);

    /** Emits on a stream. Takes one value per declared field. */
    void emitTo(String stream, Object... values);

    /** Emits on a direct stream, to one task of a component that subscribed to it. */
    void emitDirect(int task, String stream, Object... values);

    /** Answers the requests to which the input belongs, as {@link BoltCollector#answer} does. */
    void answer(Object... values);

    /** Answers them with an error, as {@link BoltCollector#answerError} does. */
    void answerError(String message);
}
