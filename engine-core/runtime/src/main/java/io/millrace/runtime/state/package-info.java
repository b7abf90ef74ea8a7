// SPDX-License-Identifier: Apache-2.0
/**
 * The states of tasks: by key in 256 partitions, and per task. {@link io.millrace.runtime.state.TaskStates} is the
 * interface for a task, {@link io.millrace.runtime.state.HeapStates} keeps the states on the heap.
 * {@code BlockDescriptor} draws the written form.
 *
 * <p>The thread of a task's executor calls its {@code TaskStates}. A {@link io.millrace.runtime.state.StateCapture} is
 * made on that thread, and written by the thread of the worker's snapshot writer while the task goes on. Both share
 * tables, values and lists, without locks, by one rule: an object with the number of a capture that is not released, or
 * a lower number, is not changed but replaced ({@code Changes}). A value has no number, but a mark in its table says
 * whether it is newer than that ({@code CopyOnWriteMap}). The queue that hands a capture on makes its content visible
 * to the writer; the capture's release, a volatile write that the task reads, lets the task change it again.
 */
package io.millrace.runtime.state;
