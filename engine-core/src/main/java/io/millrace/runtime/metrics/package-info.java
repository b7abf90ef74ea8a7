/**
 * Counts what a worker does, in memory that other processes map: readable while it runs and after it was killed.
 *
 * <p>Every word has one writer, the thread of the executor that owns the block; it writes with {@code putRelease}, and
 * any reader reads with {@code getAcquire}, so counts that are incremented in a certain order are seen in that order.
 * Blocks of different threads start 128 bytes apart. Nothing is allocated after a worker's start but by
 * {@link io.millrace.runtime.metrics.TaskCounters#counter}.
 */
package io.millrace.runtime.metrics;
