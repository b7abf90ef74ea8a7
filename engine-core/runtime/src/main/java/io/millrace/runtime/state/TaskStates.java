// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** The states and timers of one task. Confined to the thread of its executor. */
public interface TaskStates {

    /**
     * Returns the handle of a state. The same specification gives the same handle.
     *
     * @throws io.millrace.api.error.TopologyException if the state is not declared, or declared otherwise
     */
    <S> S handle(StateSpec<S> spec);

    Timers timers();

    /**
     * Sets the current key, until {@link #noKey}.
     *
     * @param values values of a tuple
     * @param positions of the values that are the key
     */
    void key(Object[] values, int[] positions);

    /** Returns the current key, in a form that is compared by content; null if there is none. */
    Object currentKey();

    /**
     * Removes the current key: handles of states by key refuse to be used from now on.
     *
     * @param why text that completes "state 'count' is by key, but ..."
     */
    void noKey(String why);

    /**
     * Captures the present content, at a cost that does not depend on its size. Captures are made one after the other,
     * and a further one may be made while earlier ones are being written.
     */
    StateCapture capture();

    /** Returns whether a capture contains all of the present content. */
    boolean isUnchangedSince(StateCapture capture);

    /**
     * Lets a successor of the task go on with the present content. The next capture contains all blocks.
     *
     * @param codec codec of the successor's thread
     */
    void goOnWith(ValuesCodec codec);

    /** A snapshot that contains a capture was committed. Later captures need not contain what has not changed since. */
    void committed(StateCapture capture);

    /**
     * Adds the content of a block, as {@link StateCapture#write} has written it. Must be called before the first input,
     * and once for each partition. Blocks of several tasks may be added: lists are appended, but for a value or a key
     * of a map the first one stays, so load the task's own block first.
     *
     * @param partition 0 to 255, or {@link StateCapture#TASK}
     * @throws io.millrace.runtime.codec.CodecException with one line, if the block is malformed, or has a state that is
     *     not declared, or declared otherwise; then these states must not be used
     */
    void load(int partition, ByteBuffer block);

    /**
     * Lets event time begin at the latest event time of other tasks. No other content of their states is taken.
     *
     * @param blocks blocks of these tasks' own states, as {@link StateCapture#write} has written them
     * @throws io.millrace.runtime.codec.CodecException as {@link #load}
     */
    void beginAtTimeOf(List<ByteBuffer> blocks);

    /**
     * Returns when the next timer by time of day is due, in milliseconds since 1970; {@link Long#MAX_VALUE} for never.
     */
    long nextTime();

    /**
     * Returns when the next timer by event time is due. A timer that an input sets may be due at once: then call
     * {@link #advanceWatermark} again with the present watermark, as the next watermark may come late.
     */
    long nextEventTime();

    /**
     * Takes the timers by time of day that are due, in the order of their times, and calls {@code handler} with each,
     * with its key as the current one. Further timers that the handler sets are fired too if they are due.
     *
     * @param millis time of day
     * @param most most timers that are fired
     * @return how many were fired
     */
    int fire(long millis, int most, Consumer<TimerEvent> handler);

    /**
     * Takes the timers by event time that are due, as {@link #fire} does. The watermark is this from now on, unless it
     * was later, even if some timers that are due are left because of {@code most}.
     */
    int advanceWatermark(long millis, int most, Consumer<TimerEvent> handler);

    /**
     * Runs an action with each key of a state by key as the current one. It must not change states or timers.
     * {@link #key} or {@link #noKey} must follow.
     */
    void forEachKey(StateSpec<?> spec, Runnable action);

    /**
     * Returns the approximate bytes of the states on the heap. Contents are counted when a snapshot writes them.
     * Without snapshots they are estimated: each call looks at a few entries.
     */
    long bytes();
}
