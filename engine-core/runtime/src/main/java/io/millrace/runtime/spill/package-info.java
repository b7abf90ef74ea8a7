/**
 * Queues of bytes that hold more than memory does: what does not fit into {@code topology.queue.memory} waits in files of {@code
 * topology.queue.dir}, up to {@code topology.queue.disk}.
 *
 * <p>A {@link io.millrace.runtime.spill.SpillSpace} belongs to a worker and has memory, files and one thread, the disk's. A {@link
 * io.millrace.runtime.spill.SpillQueue} belongs to the thread that offers and polls, its owner. Records are in blocks: the oldest ones with
 * the owner, the next ones with the disk's thread and in files, the newest ones with the owner again. Owner and disk's thread hand
 * blocks to each other by two queues without locks, so a block has one holder at a time, who uses its plain fields. The owner never waits for the
 * disk: an offer without room and a poll of what is not read yet say so, and the disk's thread wakes the owner later.
 *
 * <p>Nothing is forced to the disk, because nobody reads the files after their worker: what waits is under way for the ledger, and the
 * spouts of a dead worker send it again.
 */
package io.millrace.runtime.spill;
