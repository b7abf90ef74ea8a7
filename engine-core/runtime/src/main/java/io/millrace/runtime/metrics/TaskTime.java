// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

/**
 * The part of an executor's time that one task took, since the worker started.
 *
 * @param turnNanos time of the turns that the executor gave the task; includes the calls of other tasks that were made
 *     within them by direct hand-over
 * @param timedNanos time of the timed calls of {@code execute}, without the calls of other tasks
 * @param timedCalls the number of timed calls
 */
public record TaskTime(int task, long turnNanos, long timedNanos, long timedCalls) {}
