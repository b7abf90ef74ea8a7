package io.millrace.runtime.metrics;

/**
 * Where an executor's time went, as far as one task has to do with it, since its worker started.
 *
 * @param turnNanos of the turns that the executor gave the task; with the calls of other tasks that were made within
 *     them, when a tuple was handed over directly
 * @param timedNanos of those calls of {@code execute} that were timed, by themselves
 * @param timedCalls how many these are
 */
public record TaskTime(int task, long turnNanos, long timedNanos, long timedCalls) {}
