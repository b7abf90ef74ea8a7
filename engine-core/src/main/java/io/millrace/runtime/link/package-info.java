/**
 * The paths from one executor to another: within it, by an object queue to a neighbour in the same worker, by a ring to
 * a worker on the same node, by the transport to another node. A link never blocks. It refuses what finds no room, or
 * what is meant for a paused task; the tuple then waits in the emitting task's outbox.
 *
 * <p>A link belongs to its source executor's thread, which alone offers. What it refuses it takes later: the source
 * tries again in each turn, and before it blocks it asks the link to ring its doorbell when there is room.
 */
package io.millrace.runtime.link;
