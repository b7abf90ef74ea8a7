// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.util.function.LongSupplier;

/**
 * The disk of a worker's queues.
 *
 * @param segmentBytes size from which on a file is full
 * @param use use of the disk by all queues together
 */
record QueueDisk(Disk disk, DiskUse use, long segmentBytes, TroubleLog log, LongSupplier nanoTime) {}
