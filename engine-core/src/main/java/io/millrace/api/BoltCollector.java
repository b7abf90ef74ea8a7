package io.millrace.api;

import java.util.Collection;

/**
 * Takes what a bolt task emits, acks and fails; only to be called by the task's thread. Never blocks: what finds no room
 * waits in the task's outbox, and the task is not called again until the outbox has drained.
 *
 * <p>An emission to a stream that the component does not declare, with another number of values than the stream has
 * fields, or with a task that does not subscribe, throws {@link IllegalArgumentException} and emits nothing.
 */
public interface BoltCollector {

    /** Emits on the default stream, as a part of the anchor's tree; one value per declared field. */
    void emit(Tuple anchor, Object... values);

    /** Emits on the default stream as a part of the trees of all anchors (a join, an aggregate). */
    void emit(Collection<Tuple> anchors, Object... values);

    /** Emits on the default stream, outside any tree: a loss of it goes unnoticed. */
    void emitUnanchored(Object... values);

    /** Emits on a stream; no anchors: outside any tree. */
    void emitTo(String stream, Collection<Tuple> anchors, Object... values);

    /** Emits to one task of a component that subscribed by direct grouping. */
    void emitDirect(int task, String stream, Collection<Tuple> anchors, Object... values);

    /** The input is done. Exactly once per input, after the emissions that are anchored to it. */
    void ack(Tuple input);

    /** The input cannot be processed: its tree fails at once, and the spout hears of it. */
    void fail(Tuple input);

    /** Counts and shows an error without failing anything. */
    void reportError(Throwable error);
}
