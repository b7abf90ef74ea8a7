package io.millrace.runtime.spill;

import java.util.function.LongSupplier;

/**
 * Where the queues of a worker have their files.
 *
 * @param segmentBytes after which a file is full
 * @param use by all queues together
 */
record QueueDisk(Disk disk, DiskUse use, long segmentBytes, TroubleLog log, LongSupplier nanoTime) {}
