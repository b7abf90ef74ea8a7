// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import java.util.function.IntConsumer;

/**
 * The doorbells of an executor.
 *
 * @param thread number of its first thread among those of the worker
 * @param ofThread the doorbell at which its first thread waits
 * @param ofExecutor the doorbell by which others wake whichever thread runs the executor
 * @param move makes that the doorbell of another thread of the worker, by its number
 */
public record ExecutorBell(int thread, Doorbell ofThread, Doorbell ofExecutor, IntConsumer move) {

    /** Returns the doorbell of an executor that only one thread runs. */
    public static ExecutorBell fixed(Doorbell bell) {
        return new ExecutorBell(0, bell, bell, number -> {
            throw new IllegalStateException("this executor has one thread only");
        });
    }
}
