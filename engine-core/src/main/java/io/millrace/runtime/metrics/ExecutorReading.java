package io.millrace.runtime.metrics;

import io.millrace.api.LinkCounts;

/**
 * The counts of one executor at one time.
 *
 * @param sent tuples sent, by link
 * @param received tuples dealt with, by link
 * @param dropped tuples counted as sent that could not be delivered
 */
public record ExecutorReading(LinkCounts sent, LinkCounts received, long dropped, long busyNanos, long idleNanos) {}
