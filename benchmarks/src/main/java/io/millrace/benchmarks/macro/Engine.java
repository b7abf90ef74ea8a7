// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;

/** An engine under test, found by {@link java.util.ServiceLoader} in a process of its own. */
public interface Engine {

    /** The name that options use, in lower case. */
    String name();

    /** Why it cannot run a workload, in one line; null if it can. */
    default String refusal(Workload workload) {
        return null;
    }

    /** What runs and can lose a worker. */
    interface Killable {

        /** Ends one of the workers as kill -9 does. */
        void killWorker();
    }

    /**
     * Starts the topology of a workload; its sources emit {@link Payloads} at their {@link Pace}, which waits for the
     * start signal in {@code directory}, and its sinks use a {@link Sink}.
     *
     * @return stops the engine, with all its processes; may be {@link Killable}
     */
    AutoCloseable start(Workload workload, Path directory) throws Exception;
}
