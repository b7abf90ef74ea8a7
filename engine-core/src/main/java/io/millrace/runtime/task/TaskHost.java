package io.millrace.runtime.task;

import io.millrace.api.TaskContext;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.Traffic;
import io.millrace.runtime.metrics.LinkTally;
import io.millrace.runtime.routing.Load;
import io.millrace.runtime.routing.Routes;

/** What a task needs of the executor that runs it; called on the executor's thread. */
public interface TaskHost {

    /** Reads the clock. */
    long nanoTime();

    /** The clock as it was when the present turn began. */
    long turnStart();

    /** Measures calls of the executor's bolts. */
    ExecuteTimer executeTimer();

    /** A random id, never 0. */
    long nextEdge();

    /** Whether the executor shall end: a component that was interrupted is not called again. */
    boolean isEnding();

    Paths paths();

    Traffic traffic();

    Routes routesOf(TaskContext context, Load load);

    LinkTally counters();

    /** Whether a call of its component may take as long as it likes. */
    boolean isBlocking();

    /** A task has something to do in the next turn. */
    void ready(Task task);

    /** A task has counted something since it was last published. */
    void counts(Task task);

    /** Emissions of a task begin to wait for room, or none waits any more. */
    void heldUp(boolean on);

    /** Publishes what its tasks have counted, before the turn ends. */
    void publish();

    /** Counts a tuple that one of the tasks sends. */
    void sends();

    /** Tuples that its tasks have sent, so that each of them takes no more than its share of a turn. */
    long sent();

    /**
     * Goes one level deeper into direct hand-over; false if the bound is reached or the executor shall end, and then
     * nothing is to be undone.
     */
    boolean descend();

    void ascend();

    /** A task was paused or resumed: those who send to it must hear of it. */
    void paused(Task task, boolean on);

    /** A call of a task's component begins; what this returns is for {@link #leave}. */
    long enter(int task);

    /** The call that began last has returned or thrown. */
    void leave(long before);

    /** A task met an error after which its worker shall not go on: no component is called any more but to be closed. */
    void failed(Throwable cause);
}
