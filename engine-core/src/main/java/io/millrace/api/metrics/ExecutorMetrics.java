package io.millrace.api.metrics;

import java.util.List;

/**
 * One executor, a thread of a worker, since that worker started.
 *
 * @param executor position among the worker's executors, from 0
 * @param tasks that it runs, ascending
 * @param busyNanos time in turns that did something
 * @param backPressuredNanos time in turns that could do nothing while an emission waited for room
 * @param idleNanos time in all other turns, and blocked
 * @param queued tuples from other executors of the worker that wait in its queue
 * @param queueCapacity most tuples in that queue
 * @param ringUsedBytes bytes from other workers of the node that wait in its ring
 * @param ringBytes size of the ring; 0 if there is none
 */
public record ExecutorMetrics(
        String worker,
        int executor,
        List<Integer> tasks,
        long busyNanos,
        long backPressuredNanos,
        long idleNanos,
        long queued,
        long queueCapacity,
        long ringUsedBytes,
        long ringBytes) {}
