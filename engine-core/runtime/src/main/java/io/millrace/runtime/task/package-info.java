// SPDX-License-Identifier: Apache-2.0
/**
 * Tasks: instances of components with their inbox, outbox and collector. A task is confined to the thread of its
 * executor, which runs its tasks in turn.
 *
 * <p>Memory is bounded. An inbox takes tuples up to {@code topology.task.inbox} and {@code topology.task.inbox.bytes}.
 * Then the task is paused, and its sources keep their emissions in their outboxes. Tuples that were already in flight
 * still come in. So an inbox holds at most its bound, plus what the executor's queue and ring can hold, plus one
 * transport window per source worker. An outbox holds at most the emissions of one call of the component, because the
 * component is not called while a tuple waits there.
 */
package io.millrace.runtime.task;
