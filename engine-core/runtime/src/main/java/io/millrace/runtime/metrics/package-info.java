// SPDX-License-Identifier: Apache-2.0
/**
 * Counters of a worker, in memory that other processes map. The counts can be read while the worker runs and after it
 * was killed.
 *
 * <p>Every word has one writer: the thread of the executor that owns the block, or the one thread that the counter's
 * class names. It writes with {@code putRelease}, and every reader reads with {@code getAcquire}. So counts that are
 * incremented in a certain order are seen in that order. Blocks of different threads start 128 bytes apart. After a
 * worker's start only {@link io.millrace.runtime.metrics.TaskCounters#counter} allocates memory.
 */
package io.millrace.runtime.metrics;
