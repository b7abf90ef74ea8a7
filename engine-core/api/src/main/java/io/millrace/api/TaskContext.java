// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.Timers;
import java.nio.file.Path;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Describes the environment of a task, and lets other threads reach it. Valid until the task is closed. Counters,
 * gauges, timers and {@link #executeAt} may be used only by the thread that calls the task.
 */
public interface TaskContext extends WorkerContext {

    String componentId();

    /** Returns the task's id, unique in the topology, from 1. */
    int taskId();

    /** Returns the position of this task among those of its component, 0 to {@code taskCount() - 1}. */
    int taskIndex();

    /** Returns the number of tasks of the component. */
    int taskCount();

    /**
     * Returns the object of this type that a {@link WorkerHook} of the topology has made for this worker.
     *
     * @param type the class of the object, or a type of it that no other shared object has
     * @throws io.millrace.api.error.TopologyException if there is none or several, with the classes of the shared
     *     objects
     */
    <T> T shared(Class<T> type);

    /**
     * Returns an object that tasks of this worker share. The first task that asks for it makes it, and it is closed
     * when the last task that has asked for it has closed, at an orderly end only. Only {@code open} and {@code
     * prepare} may call it.
     *
     * @param key names the object among all components of the topology, by {@code equals}
     * @param maker makes the object; it may block, and other tasks wait for it. It must not ask for another shared
     *     object
     */
    <T extends AutoCloseable> T share(Object key, Supplier<T> maker);

    /**
     * Returns a file or directory of the topology's resources: the content of its jar below {@code resources/}, as
     * files on this node. They are extracted by the first call on a node, and shared by all tasks and workers there.
     * They must only be read. With Maven they are in {@code src/main/resources/resources}.
     *
     * @param name the path relative to {@code resources/}, such as {@code models/en.bin}; empty for the directory
     *     itself
     * @throws io.millrace.api.error.TopologyException if there is no resource of this name
     */
    Path resource(String name);

    /**
     * Runs a command in a turn of this task, on the thread that calls the component. The command may therefore use the
     * component and its collector, which another thread can do in no other way. Any thread may call it. It wakes the
     * task and does not block. {@code context::execute} is a {@link java.util.concurrent.Executor}.
     *
     * <p>Commands run one after the other, each before the task's next tuples, and like tuples only while no earlier
     * emission waits in the outbox. A command must not block unless the component is declared blocking, and waits while
     * a call of the component does. An exception of a command is an error of the component, with its error policy.
     *
     * <p>Commands that wait when the task is closed are run before {@code close}. They may not run only if {@code open}
     * or {@code prepare} has thrown, or if the process is killed.
     *
     * @throws java.util.concurrent.RejectedExecutionException if {@code topology.task.commands} commands wait already,
     *     or the task is closed
     */
    void execute(Runnable command);

    /**
     * Runs a command at a given time or soon after it, as {@link #execute} does. Commands whose time has not come when
     * the task is closed are dropped, and there is no bound. Only the thread that calls the task may call it.
     *
     * @param nanoTime as {@link #nanoTime()}
     */
    void executeAt(long nanoTime, Runnable command);

    /**
     * Returns a counter of this task, which the metrics show under this name. The first call creates it.
     *
     * @param name 1 to 256 bytes in UTF-8, used for one kind of metric only
     * @throws IllegalArgumentException if the name is malformed or used for another kind of metric, or the worker's
     *     room for metrics is full, see {@code topology.metrics.custom.bytes}
     */
    Counter counter(String name);

    /**
     * Shows a value of this task in the metrics. It is read once a second, by the thread that calls the task, between
     * two calls. A further gauge of the same name replaces it.
     *
     * @param name a name as for {@link #counter}
     * @param value returns the value; must not block
     * @throws IllegalArgumentException as for {@link #counter}
     */
    void gauge(String name, DoubleSupplier value);

    /**
     * Returns a timer of this task, whose percentiles the metrics show under this name. The first call creates it.
     *
     * @param name a name as for {@link #counter}
     * @throws IllegalArgumentException as for {@link #counter}
     */
    Timer timer(String name);

    /**
     * Returns the handle of a state that the bolt has declared by {@link Stateful#states}. It can be got from {@code
     * prepare} on, and used by the thread that calls the task.
     *
     * @throws io.millrace.api.error.TopologyException if the state is not declared, or declared in another way
     */
    <S> S state(StateSpec<S> spec);

    /**
     * Returns the timers of this task.
     *
     * @throws io.millrace.api.error.TopologyException if the component is no {@link Stateful} bolt
     */
    Timers timers();
}
