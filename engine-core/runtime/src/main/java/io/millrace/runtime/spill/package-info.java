// SPDX-License-Identifier: Apache-2.0
/**
 * Queues of bytes that hold more than memory does: records that do not fit into {@code topology.queue.memory} wait in
 * files of {@code topology.queue.dir}, up to {@code topology.queue.disk}.
 *
 * <p>A {@link io.millrace.runtime.spill.SpillSpace} belongs to a worker and has memory, files and one thread, the
 * disk's. A {@link io.millrace.runtime.spill.SpillQueue} belongs to the thread that offers and polls, its owner.
 * Records are in blocks: the oldest ones with the owner, the next ones with the disk's thread and in files, the newest
 * ones with the owner again. Owner and disk's thread hand blocks to each other by two queues without locks, so a block
 * has one holder at a time, which uses its plain fields. The owner never waits for the disk: an offer without room and
 * a poll of a record that is not read yet return at once, and the disk's thread wakes the owner later.
 *
 * <p>Nothing is forced to the disk, because no process reads the files after their worker: for the ledger, waiting
 * records are tuples under way, which the spouts of a dead worker emit again.
 */
package io.millrace.runtime.spill;
