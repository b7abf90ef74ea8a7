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
     * @throws io.millrace.api.error.TopologyException if it is not declared, or declared otherwise
     */
    <S> S handle(StateSpec<S> spec);

    Timers timers();

    /**
     * Sets the current key, until {@link #noKey}.
     *
     * @param values of a tuple
     * @param positions of the values that are the key
     */
    void key(Object[] values, int[] positions);

    /** Returns the current key, in a form that is compared by content; null if there is none. */
    Object currentKey();

    /**
     * There is no current key from now on: handles of states by key refuse to be used.
     *
     * @param why completes "state 'count' is by key, but ..."
     */
    void noKey(String why);

    /**
     * Takes the present content, at a cost that does not depend on its size. Captures are made one after the other, and a further
     * one may be made while earlier ones are being written.
     */
    StateCapture capture();

    /** Returns whether a capture contains all of the present content. */
    boolean isUnchangedSince(StateCapture capture);

    /**
     * Lets a successor of the task go on with the present content. The next capture contains all.
     *
     * @param codec of the successor's thread
     */
    void goOnWith(ValuesCodec codec);

    /** A snapshot that contains a capture was committed. Later captures need not contain what has not changed since. */
    void committed(StateCapture capture);

    /**
     * Adds the content of a block, as {@link StateCapture#write} has written it. Only before the first input, and each partition
     * once. Blocks of several tasks may be added: lists are appended, of a value or a key of a map the first one stays, so load
     * the task's own block first.
     *
     * @param partition 0 to 255, or {@link StateCapture#TASK}
     * @throws io.millrace.runtime.codec.CodecException in one line, if it is malformed, or has a state that is not declared, or
     *     declared otherwise; then these states must not be used
     */
    void load(int partition, ByteBuffer block);

    /**
     * Lets event time begin where the last of other tasks was. Nothing else of their states is taken.
     *
     * @param blocks of these tasks' own states, as {@link StateCapture#write} has written them
     * @throws io.millrace.runtime.codec.CodecException as {@link #load}
     */
    void beginAtTimeOf(List<ByteBuffer> blocks);

    /** Returns when the next timer by time of day is due, in milliseconds since 1970; {@link Long#MAX_VALUE} for never. */
    long nextTime();

    /**
     * The same for event time. A timer that an input sets may be due at once: then call {@link #advanceWatermark} again with the
     * present watermark, as none may come for long.
     */
    long nextEventTime();

    /**
     * Takes the timers that are due, in the order of their times, and calls {@code handler} with each, with its key as the current
     * one. Further ones that the handler sets are fired too if they are due.
     *
     * @param millis the time of day
     * @param most of them
     * @return how many were fired
     */
    int fire(long millis, int most, Consumer<TimerEvent> handler);

    /**
     * The same for event time. The watermark is this from now on, unless it was later, also if some timers that are due are left
     * because of {@code most}.
     */
    int advanceWatermark(long millis, int most, Consumer<TimerEvent> handler);

    /**
     * Calls this with each key of a state by key as the current one. It must not change states or timers. {@link #key} or {@link #noKey} must
     * follow.
     */
    void forEachKey(StateSpec<?> spec, Runnable action);

    /**
     * Returns about how many bytes the states take on the heap. Contents are counted when a snapshot writes them. Without snapshots they are
     * estimated: each call looks at a few entries.
     */
    long bytes();
}
