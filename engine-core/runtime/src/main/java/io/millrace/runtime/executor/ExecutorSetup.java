package io.millrace.runtime.executor;

import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.ExecutorCounters;
import java.util.List;

/**
 * What an executor is made of.
 *
 * @param name of its thread, also used in messages
 * @param worker what the executors of a worker have in common
 * @param tasks that it runs, ascending
 * @param seed of all its random choices
 * @param inbound where other threads of the process hand over tuples
 * @param codec used by this executor only
 */
public record ExecutorSetup(
        String name,
        ExecutorWorker worker,
        List<Integer> tasks,
        long seed,
        Inbound inbound,
        ValuesCodec codec,
        ExecutorCounters counters) {

    /** Whether its only task may block in a call; then the executor polls its inputs after each call. */
    boolean blocking() {
        return tasks.stream()
                .anyMatch(task -> worker.wiring().tasks().specOf(task).blocking());
    }

    /** Whether its thread is a virtual one. */
    boolean virtual() {
        return tasks.stream()
                .anyMatch(task -> worker.wiring().tasks().specOf(task).virtual());
    }
}
