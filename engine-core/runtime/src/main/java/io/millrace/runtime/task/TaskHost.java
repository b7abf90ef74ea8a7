// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.TaskContext;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TargetBacklog;
import io.millrace.runtime.grouping.TargetSelectors;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.LinkTally;
import java.util.List;

/**
 * The services of an executor for its tasks. Only called on the executor's thread, except for the methods for which
 * {@link TurnList} and {@link CallStack} allow other threads.
 */
public interface TaskHost {

    /** Reads the clock. */
    long nanoTime();

    /** Returns the time at which the current turn began. */
    long turnStart();

    /** Returns the timer of {@code execute} calls. */
    ExecuteTimer executeTimer();

    /** Returns a random edge id, never 0. */
    long nextEdge();

    /** Returns whether the executor is about to end: a component that was interrupted is not called again. */
    boolean isEnding();

    Paths paths();

    /** Returns the graph of the topology's tasks. */
    TaskGraph graph();

    /** Returns the codec of the executor. */
    ValuesCodec codec();

    /** Returns the capabilities of the engine that take part in tasks, in the order in which tasks ask them. */
    List<Capability> capabilities();

    TargetSelectors selectorsOf(TaskContext context, TargetBacklog backlog);

    /** Returns the present generation; 0 before the first. */
    long generation();

    /** Returns the time of day in milliseconds since 1970. */
    long wallMillis();

    LinkTally counters();

    /** Returns whether a call of its component may block. */
    boolean isBlocking();

    /** Returns the list of tasks that have work. */
    TurnList turns();

    /** Returns the calls of components. */
    CallStack calls();

    /** Publishes the counts of its tasks before the turn ends. */
    void publish();

    /** Counts a tuple that one of the tasks sends. */
    void sends();

    /** Returns how many tuples its tasks have sent. Tasks use it to keep to their share of a turn. */
    long sent();

    /** A task had an error after which its worker does not go on: components are only closed from now on. */
    void failed(Throwable cause);
}
