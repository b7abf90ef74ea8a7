package io.millrace.api;

import io.millrace.api.config.TopologyKeys;

/**
 * A source of tuples. One thread at a time calls the methods of an instance, not always the
 * same one: see {@link TopologyKeys#SHARE_THREADS}.
 *
 * <p>Life-cycle: {@code open} once, then {@code activate} and {@code deactivate} in turn, beginning with
 * {@code activate} unless the topology is inactive; {@code nextTuple} while active; {@code ack} and {@code fail} at any
 * time after {@code open}, also while inactive; {@code close} once. What holds for every component is said in
 * {@link Component}.
 *
 * <p>Failures: an exception from {@code open} stops the worker with that cause, and the supervisor starts it again with
 * back-off. An exception from {@code nextTuple} is counted and reported; what it had emitted before stays emitted, and
 * the spout is called again. After an exception from {@code ack} or {@code fail} the message counts as told: the call is
 * not repeated. When a worker dies, trees that had a part in it fail; those of its own spouts are forgotten with them,
 * and it is for {@code open} to find out from the source what was not acked.
 */
public interface Spout extends Component {

    /** Makes what the task needs. {@code out} stays valid, and belongs to the thread that calls this task. */
    void open(TaskContext context, SpoutCollector out);

    /**
     * Emits some tuples, or none if nothing is there; must not block (see {@link SpoutDeclarer#blocking()}). Not called
     * while an earlier emission waits for room, nor while {@code topology.max.spout.pending} trees are under way.
     */
    void nextTuple();

    /** The tree of the tuple that was emitted with this id is processed completely. Must not block. */
    default void ack(Object messageId) {}

    /**
     * The tree failed, timed out, or lost a part with a dead worker: emit it again, now or in a later {@code nextTuple},
     * if every tuple counts. Parts of the failed tree may still be processed. Must not block.
     */
    default void fail(Object messageId) {}

    /** {@code nextTuple} will be called from now on. */
    default void activate() {}

    /** {@code nextTuple} will not be called until {@code activate}. */
    default void deactivate() {}

    /**
     * Gives back what {@code open} made. Called at an orderly end, not when the process is killed; also when {@code open}
     * has thrown. What it throws is logged only.
     */
    default void close() {}
}
