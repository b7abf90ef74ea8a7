// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.worker.WorkerAssembly;

/**
 * A stepped worker that others believe to be dead, and that goes on. It does not learn of changes of the other workers.
 */
record IsolatedWorker(String name, WorkerAssembly worker, SteppedThreads threads, long pausedUntil) {

    /** Ends the worker as a killed process. */
    void end() {
        threads.close();
        worker.executors().forEach(Executor::abandon);
        worker.close();
    }

    boolean hasWork(long now) {
        return now >= pausedUntil && threads.hasWork();
    }

    boolean hasFailed() {
        return worker.executors().stream().anyMatch(executor -> executor.failure() != null);
    }

    boolean has(Executor executor) {
        return worker.executors().contains(executor);
    }
}
