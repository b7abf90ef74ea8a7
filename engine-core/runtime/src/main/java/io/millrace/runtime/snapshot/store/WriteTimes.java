// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * The times of the parts of a worker's work for one snapshot.
 *
 * @param copyNanos the longest time that an executor took to capture a task
 * @param encodeNanos sum of the times in which captures were encoded
 * @param writeNanos sum of the times in which the store wrote, with that of the publication
 */
public record WriteTimes(long copyNanos, long encodeNanos, long writeNanos) {}
