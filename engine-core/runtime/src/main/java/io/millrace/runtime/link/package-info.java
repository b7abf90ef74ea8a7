// SPDX-License-Identifier: Apache-2.0
/**
 * The links from one executor to another: direct within an executor, an object queue to another executor of the
 * worker, a ring to a worker on the same node, the transport to another node. A link never blocks. It refuses a tuple
 * if there is no room or the target task is paused; the tuple then waits in the emitting task's outbox.
 *
 * <p>A link belongs to its source executor's thread, and only that thread offers tuples. The source offers a refused
 * tuple again in each turn. Before it blocks it asks the link to ring its doorbell when there is room.
 */
package io.millrace.runtime.link;
