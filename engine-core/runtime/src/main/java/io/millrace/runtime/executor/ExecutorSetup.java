// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.ExecutorCounters;
import java.util.List;

/**
 * The parts of an executor.
 *
 * @param name name of the executor's thread, also used in messages
 * @param worker parts that the executors of a worker share
 * @param tasks tasks that the executor runs, ascending
 * @param seed seed of all random choices of the executor
 * @param inbound queue by which other threads of the process hand over tuples
 * @param codec codec that only this executor uses
 */
public record ExecutorSetup(
        String name,
        ExecutorWorker worker,
        List<Integer> tasks,
        long seed,
        Inbound inbound,
        ValuesCodec codec,
        ExecutorCounters counters) {

    /**
     * Returns whether the executor's only task may block in a call; then the executor polls its inputs after each call.
     */
    boolean blocking() {
        return tasks.stream()
                .anyMatch(task -> worker.graph().tasks().specOf(task).blocking());
    }

    /** Returns whether the executor's thread is a virtual one. */
    boolean virtual() {
        return tasks.stream()
                .anyMatch(task -> worker.graph().tasks().specOf(task).virtual());
    }
}
