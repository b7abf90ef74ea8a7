package io.millrace.api.metrics;

import java.util.List;

/**
 * The metrics of one executor of a worker, since that worker was started.
 *
 * @param executor index among the worker's executors, from 0
 * @param tasks the tasks that it runs, ascending
 * @param busyNanos time of turns that processed something
 * @param backPressuredNanos time of turns that could process nothing because an emission waited for room
 * @param idleNanos time of all other turns, including blocked time
 * @param queued tuples from other executors of the worker in its queue
 * @param queueCapacity most tuples in that queue
 * @param ringUsedBytes bytes from other workers of the node in its ring
 * @param ringBytes capacity of the ring; 0 if it has none
 * @param ringFullEvents the number of times that a worker of the node found no room in the ring
 * @param ringSkips the number of times that the executor passed over a message in the ring that was still being written
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
        long ringBytes,
        long ringFullEvents,
        long ringSkips) {}
