// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * A source of tuples. One thread calls all methods of an instance, that of its executor.
 *
 * <p>Life-cycle: {@code open} once; then {@code activate} and {@code deactivate} in turn, starting with
 * {@code activate} unless the topology is inactive; {@code nextTuple} while active; {@code ack} and {@code fail} at any
 * time after {@code open}, also while inactive; {@code close} once. {@link Component} says what holds for every
 * component.
 *
 * <p>Errors: an exception from {@code open} stops the worker, and the supervisor restarts it with back-off. An
 * exception from {@code nextTuple} is counted and logged. Tuples emitted before it stay emitted, and the spout is
 * called again. An exception from {@code ack} or {@code fail} is counted and logged, and the call is not repeated.
 *
 * <p>When a worker dies, all trees that had tuples there fail. Trees of the spouts in that worker are forgotten. The
 * next {@code open} must find out from the source which tuples were not acked.
 */
public interface Spout extends Component {

    /**
     * Prepares the task.
     *
     * @param out valid until {@code close}; to be used only within calls of this spout
     */
    void open(TaskContext context, SpoutCollector out);

    /**
     * Emits some tuples, or none if the source has none. Must not block, see {@link SpoutDeclarer#blocking()}. Not
     * called while an earlier emission waits in the outbox, nor while {@code topology.max.spout.pending} trees are
     * pending.
     *
     * <p>A call that emits is followed by another one at once. After a call that emits nothing the next one comes at
     * the time that it has set by {@link SpoutCollector#idleUntil}, or else within {@code topology.spout.poll};
     * a command of {@link TaskContext#execute}, an ack, a failure and {@link #activate} bring it at once.
     */
    void nextTuple();

    /** The tree of the tuple that was emitted with this id is completely processed. Must not block. */
    default void ack(Object messageId) {}

    /**
     * The tree of the tuple that was emitted with this id failed, timed out, or lost a part with a dead worker. Emit
     * the tuple again, here or in a later {@code nextTuple}, if it must not be lost. Other parts of the failed tree may
     * still be processed. Must not block.
     */
    default void fail(Object messageId) {}

    /** {@code nextTuple} will be called from now on. */
    default void activate() {}

    /** {@code nextTuple} will not be called until {@code activate}. */
    default void deactivate() {}

    /**
     * Releases what {@code open} acquired. Called at an orderly end, but not when the process is killed. Also called if
     * {@code open} has thrown. An exception is only logged.
     */
    default void close() {}
}
