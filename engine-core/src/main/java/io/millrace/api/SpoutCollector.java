package io.millrace.api;

/**
 * Takes what a spout task emits; only to be called within calls of the spout. Never blocks: what finds no room waits in the
 * task's outbox, and {@code nextTuple} is not called again until the outbox has drained.
 *
 * <p>An emission to a stream that the component does not declare, with another number of values than the stream has
 * fields, or with a task that does not subscribe, throws {@link IllegalArgumentException} and emits nothing.
 */
public interface SpoutCollector {

    /** Emits on the default stream without tracking: neither {@code ack} nor {@code fail} will be called. */
    void emit(Object... values);

    /**
     * Emits on the default stream and tracks the tree: {@code ack} or {@code fail} will be called once with this id. In
     * an at-most-once topology {@code ack} is called as soon as the tuple has been handed over.
     */
    void emitTracked(Object messageId, Object... values);

    /** Emits on a stream; with a null id untracked. */
    void emitTo(String stream, Object messageId, Object... values);

    /** Emits to one task of a component that subscribed by direct grouping; with a null id untracked. */
    void emitDirect(int task, String stream, Object messageId, Object... values);

    /**
     * The time, on {@link TaskContext#nanoTime()}'s line, at which the following emissions of this {@code nextTuple} call
     * were due. Latencies are measured from it, so that a source that falls behind shows (no coordinated omission).
     * Without this call it is the time of the emission.
     */
    void intendedAt(long nanoTime);

    /**
     * There will be nothing to emit before this time, on {@link TaskContext#nanoTime()}'s line: {@code nextTuple} is not
     * called again until then, or until a tree of this task has ended or it is activated. So a source that knows when its
     * next tuple is due, as one with a fixed rate does, costs nothing in between, and is called in time. It holds once, from
     * the end of the {@code nextTuple} call that says it.
     */
    default void idleUntil(long nanoTime) {}

    /**
     * This task will emit no new tuples, only repeat failed ones: when all spout tasks of a topology have said so and no
     * tree is under way, the topology has completed. A later emission of a new tuple withdraws it. A tree that has failed
     * is not under way until its tuple is emitted again: repeat it within {@code fail}, or call this only when nothing
     * waits for its repetition, as {@link Spouts} do.
     */
    void finish();

    /** Counts and shows an error. */
    void reportError(Throwable error);
}
