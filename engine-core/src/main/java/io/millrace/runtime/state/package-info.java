/**
 * The states of tasks: by key in 256 partitions, and per task. {@link io.millrace.runtime.state.TaskStates} is what a task needs of
 * them.
 *
 * <p>The thread of a task's executor calls its {@code TaskStates}. A {@link io.millrace.runtime.state.StateCapture} is made on that
 * thread, and written by the thread of the worker's snapshot writer while the task goes on.
 */
package io.millrace.runtime.state;
