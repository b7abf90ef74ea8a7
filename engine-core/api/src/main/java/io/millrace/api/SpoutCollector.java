// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.PayloadWriter;

/**
 * Emits for a spout task. To be used only by the thread that calls the task, within these calls; other threads get an
 * {@link IllegalStateException}. No method blocks: a tuple for which a link has no room waits in the task's outbox, and
 * {@code nextTuple} is not called again until the outbox is empty.
 *
 * <p>An emission throws {@link IllegalArgumentException} and emits nothing if the component does not declare the
 * stream, if the number of values differs from the number of fields, or if the named task does not subscribe to the
 * stream.
 */
public interface SpoutCollector {

    /** Emits on the default stream, untracked: neither {@code ack} nor {@code fail} will be called. */
    void emit(Object... values);

    /**
     * Emits on the default stream and tracks the tree: {@code ack} or {@code fail} will be called once with this id. In
     * an at-most-once topology {@code ack} is called as soon as the tuple is handed over.
     */
    void emitTracked(Object messageId, Object... values);

    /** Emits on a stream. With a null id the tuple is untracked. */
    void emitTo(String stream, Object messageId, Object... values);

    /**
     * Emits on a direct stream, to one task of a component that subscribed to it. With a null id the tuple is
     * untracked.
     */
    void emitDirect(int task, String stream, Object messageId, Object... values);

    /**
     * Emits on the default stream, untracked, with a last value of bytes that a writer writes directly into the send
     * buffer: for large payloads. The writer gets the memory from which the link sends, if the tuple goes to one task
     * of another worker, the link has room, and the message fits a record. Otherwise it gets one array of exactly this
     * length, which all targets share. The receiver gets a {@code byte[]} in any case.
     *
     * <p>The writer is called at most once, on this thread, before this method returns. It is not called if no task
     * gets the tuple. If it throws, this method throws the same, and the tuple is not emitted. A tuple that fails is
     * not kept: a spout that repeats it calls this method again, with a writer that writes the same bytes.
     *
     * @param length the number of bytes, 0 or more
     * @param before the values before the last
     */
    default void emitInto(int length, PayloadWriter writer, Object... before) {
        emit(PayloadValues.behind(before, length, writer));
    }

    /**
     * Emits on the default stream, with a last value of bytes as {@link #emitInto} does, and tracks the tree as {@link
     * #emitTracked} does.
     */
    default void emitIntoTracked(Object messageId, int length, PayloadWriter writer, Object... before) {
        emitTracked(messageId, PayloadValues.behind(before, length, writer));
    }

    /** Emits on a stream as {@link #emitTo} does, with a last value of bytes as {@link #emitInto} does. */
    default void emitIntoStream(String stream, Object messageId, int length, PayloadWriter writer, Object... before) {
        emitTo(stream, messageId, PayloadValues.behind(before, length, writer));
    }

    /** Emits on a direct stream as {@link #emitDirect} does, with a last value of bytes as {@link #emitInto} does. */
    default void emitIntoDirect(
            int task, String stream, Object messageId, int length, PayloadWriter writer, Object... before) {
        emitDirect(task, stream, messageId, PayloadValues.behind(before, length, writer));
    }

    /**
     * Returns the ids of the tasks that the last emission of this task went to, in no particular order, for protocols
     * that count what they have sent. Empty if no component subscribes to its stream. Not defined after an emission
     * that has thrown.
     */
    int[] lastTargets();

    /**
     * Restarts the time-out of the pending trees with this message id. No effect if there is no such tree. The call
     * searches the pending trees, so its time is proportional to their number.
     */
    void resetTimeout(Object messageId);

    /**
     * Sets the time at which the following emissions of this {@code nextTuple} call were due. Latencies are measured
     * from it, so that the delay of a source that falls behind is included (no coordinated omission). By default it is
     * the time that {@link #idleUntil} has announced in the first call from then on, and the time of the emission in
     * other calls.
     *
     * @param nanoTime as {@link TaskContext#nanoTime()}
     */
    void intendedAt(long nanoTime);

    /**
     * Says which partitions of its source this task reads, for a spout with {@link SpoutDeclarer#eventTime}. From then
     * on the task's event time is that of the partition which is furthest behind, so that a partition that is read
     * faster does not make tuples of others late. A partition that has emitted no tuple holds event time back until it
     * counts as idle. To be called again when the set changes; partitions that stay keep their times.
     *
     * @param partitions the numbers of the partitions, which the spout chooses, each once; empty: the task has nothing
     *     to read, and holds up no other task
     */
    default void eventTimePartitions(int... partitions) {}

    /**
     * Says which of its partitions have more tuples to emit. Such a partition does not count as idle, however long it
     * takes until its turn. To be called again when the set changes; before the first call it is empty.
     *
     * @param partitions a part of {@link #eventTimePartitions}; other numbers have no effect
     */
    default void eventTimeBacklog(int... partitions) {}

    /**
     * Adds a partition to {@link #eventTimePartitions}, or says of an existing one whether it has more to emit. The
     * cost does not grow with the number of partitions, unlike that of the methods which take all of them. No effect
     * before the first call of {@link #eventTimePartitions}.
     *
     * @param backlog whether the partition has more to emit, see {@link #eventTimeBacklog}; one that has no more begins
     *     to count as idle after the usual time from now on
     */
    default void addEventTimePartition(int partition, boolean backlog) {}

    /**
     * Removes a partition from {@link #eventTimePartitions}, at a cost that does not grow with the number of
     * partitions. No effect if it is not among them.
     */
    default void removeEventTimePartition(int partition) {}

    /**
     * Says which partition the following emissions come from, until the next call.
     *
     * @param partition one of {@link #eventTimePartitions}, or a negative number for no partition: emissions do not
     *     move event time then, such as the repetition of a tuple of a partition that was read to its end
     * @throws IllegalArgumentException if the partition is not among them; if the spout has no event time, these
     *     methods have no effect
     */
    default void eventTimePartition(int partition) {}

    /**
     * Declares that this task has nothing to emit before a given time. {@code nextTuple} is not called until then, or
     * until a tree of this task ends, a command of {@link TaskContext#execute} has run or the task is activated. The
     * executor can sleep meanwhile and wakes up in time. The declaration takes effect at the end of the current
     * {@code nextTuple} call, once. If the time has passed then, and the call has emitted nothing, it is repeated at
     * once; if the second call emits nothing and sets no later time, it is as if none was set.
     *
     * @param nanoTime as {@link TaskContext#nanoTime()}; {@link Long#MAX_VALUE} if the source always wakes the task
     */
    default void idleUntil(long nanoTime) {}

    /**
     * Declares that this task will emit no new tuples, but may repeat failed ones. When all spout tasks of a topology
     * have finished and no tuple is in flight, the topology has completed. A later emission of a new tuple withdraws
     * the declaration. From then on a call that emits nothing is followed by the next one after a second, or after
     * {@code topology.spout.poll} if that is longer.
     *
     * <p>A failed tree is not pending until its tuple is emitted again. Therefore repeat the tuple within {@code fail},
     * or call this method only when no tuple waits for repetition, as {@code Spouts} do.
     */
    void finish();

    /** Counts and logs an error. */
    void reportError(Throwable error);
}
