/**
 * Tasks: instances of components with their inbox, outbox and collector. All of a task belongs to the thread of its
 * executor, which calls {@code run} in turn.
 *
 * <p>Memory. An inbox takes tuples up to {@code topology.task.inbox}; then the task is paused, and its sources keep what
 * they emit in their outboxes. What was already under way still comes in, so an inbox holds at most its bound, plus what
 * the executor's queue and ring could hold, plus one transport window per source worker. An outbox holds what one call of
 * the component emitted at most, as the component is not called while anything waits there.
 */
package io.millrace.runtime.task;
