package io.millrace.api;

/**
 * A source of tuples. One thread calls all methods of an instance.
 *
 * <p>Life-cycle: {@code open} once, then {@code activate} and {@code deactivate} in turn, {@code nextTuple} while
 * active, {@code ack} and {@code fail} at any time after {@code open}, {@code close} once. After {@code kill -9}
 * nothing is called: a replacement starts with {@code open} in a new process.
 *
 * <p>Failures: an exception from {@code open} stops the worker with that cause, and the supervisor starts it again with
 * back-off. An exception from {@code nextTuple} is counted and reported, and the spout is called again. Exceptions from
 * {@code close} are logged only.
 */
public interface Spout extends Component {

    /** Makes what the task needs. {@code out} stays valid, and belongs to this task's thread. */
    void open(TaskContext context, SpoutCollector out);

    /**
     * Emits some tuples, or none if nothing is there; must not block (see {@link SpoutDeclarer#blocking()}). Not called
     * while an earlier emission waits for room, nor while {@code topology.max.spout.pending} trees are under way.
     */
    void nextTuple();

    /** The tree of the tuple that was emitted with this id is processed completely. */
    default void ack(Object messageId) {}

    /** The tree failed, timed out, or lost a part with a dead worker: emit it again if every tuple counts. */
    default void fail(Object messageId) {}

    /** {@code nextTuple} will be called from now on. */
    default void activate() {}

    /** {@code nextTuple} will not be called until {@code activate}. */
    default void deactivate() {}

    /** Gives back what {@code open} made. Called at an orderly end, not when the process is killed. */
    default void close() {}
}
