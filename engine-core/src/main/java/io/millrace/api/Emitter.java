package io.millrace.api;

/**
 * Takes what a {@link BasicBolt} emits for one input; valid during {@code execute} only. Mistakes are those of
 * {@link BoltCollector}.
 */
public interface Emitter {

    /** Emits on the default stream; one value per declared field. Never blocks. */
    void emit(Object... values);

    /** Emits on a stream; one value per declared field. */
    void emitTo(String stream, Object... values);

    /** Emits to one task of a component that subscribed by direct grouping. */
    void emitDirect(int task, String stream, Object... values);
}
