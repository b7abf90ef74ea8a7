package io.millrace.runtime.task;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Stateful;
import io.millrace.api.TaskContext;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.Traffic;
import io.millrace.runtime.metrics.LinkTally;
import io.millrace.runtime.routing.Load;
import io.millrace.runtime.routing.Routes;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.List;

/**
 * What a task needs of the executor that runs it. Only called on the executor's thread, but for {@link #isCaller} and
 * {@link #submit}.
 */
public interface TaskHost {

    /** Reads the clock. */
    long nanoTime();

    /** Returns the clock as it was when the current turn began. */
    long turnStart();

    /** Returns the timer of {@code execute} calls. */
    ExecuteTimer executeTimer();

    /** Returns a random edge id, never 0. */
    long nextEdge();

    /** Returns whether the executor is about to end: a component that was interrupted is not called again. */
    boolean isEnding();

    Paths paths();

    Traffic traffic();

    Routes routesOf(TaskContext context, Load load);

    /** Returns the lower 16 bits of the present generation; 0 if the topology takes no snapshots. */
    short generation();

    /** Returns what tasks need to take part in snapshots; null if the topology takes none. */
    SnapshotHost snapshots();

    /** Returns the tasks that a component gets tuples from. */
    TaskSet upstreamOf(String component);

    /** Returns the tasks that subscribe to any stream of a component. */
    TaskSet downstreamOf(String component);

    /** Returns the tasks that tuples of a component can reach, over any number of others. */
    TaskSet behind(String component);

    /** Returns whether no component that tuples of this one can reach sends to a task. */
    boolean isOnlySender(String component, int task);

    /** Returns the tasks of each component that subscribes to a component by {@link io.millrace.api.Grouping.FirstIdle}. */
    List<TaskSet> freeTasksBehind(String component);

    /** Returns the tasks of all components to which a component subscribes so. */
    TaskSet sourcesOfFreeTasks(String component);

    /** Returns whether a task gets a stream so. */
    boolean takesWhenFree(int task, StreamRef stream);

    /** Returns the shortest time-out of trees of the topology. */
    long shortestTimeoutNanos();

    /** Makes an encoder, which only the executor's thread may use, for tuples that {@link #newDecoder} reads. */
    TupleEncoder newEncoder();

    TupleDecoder newDecoder();

    /** Returns the tasks from which a component gets watermarks. */
    TaskSet watermarksTo(String component);

    /** Makes the empty states of a task of a stateful bolt. */
    TaskStates makeStates(ComponentSpec component, Stateful bolt);

    /** Returns the states of a predecessor for a task of this executor. */
    TaskStates goOnWith(TaskStates kept);

    /** Returns the time of day in milliseconds since 1970. */
    long wallMillis();

    /** Returns the fields of an answer to tuples of a spout task; null if it is not fed by a service. */
    Fields answersOf(int spoutTask);

    /** Returns the shortest time-out of a fed spout; {@link Long#MAX_VALUE} if there is none. */
    long fedTimeoutNanos();

    LinkTally counters();

    /** Returns whether a call of its component may block. */
    boolean isBlocking();

    /** Lets the executor's thread run this in its next turn, and wakes it. Any thread may call it. */
    void submit(Runnable command);

    /** A task has work for the next turn. */
    void ready(Task task);

    /** A task has counted something since it was last published. */
    void counts(Task task);

    /** The outbox of a task begins to hold tuples, or is empty again. */
    void heldUp(boolean on);

    /** Publishes the counts of its tasks before the turn ends. */
    void publish();

    /** Counts a tuple that one of the tasks sends. */
    void sends();

    /** Returns how many tuples its tasks have sent. Tasks use it to keep to their share of a turn. */
    long sent();

    /**
     * Goes one level deeper into direct hand-over. Returns false if the bound is reached or the executor is about to
     * end; then {@code ascend} must not be called.
     */
    boolean descend();

    void ascend();

    /** A task was paused or resumed, and its sources must be told. */
    void paused(Task task, boolean on);

    /** A task has made room that its sources may wait for. */
    void roomMade();

    /** Returns whether the calling thread is the one that calls the components. Any thread may call it. */
    boolean isCaller();

    /** A call of a task's component begins. The return value must be passed to {@link #leave}. */
    long enter(int task);

    /** The call that began last has returned or thrown. */
    void leave(long before);

    /** A task had an error after which its worker does not go on: components are only closed from now on. */
    void failed(Throwable cause);
}
