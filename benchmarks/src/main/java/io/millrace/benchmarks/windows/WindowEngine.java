// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import java.nio.file.Path;

/** An engine with windows, found by {@link java.util.ServiceLoader} in a process of its own. */
public interface WindowEngine {

    /** The name that options use, in lower case. */
    String name();

    /**
     * Starts the job, with two tasks of each component, of which the sources use an {@link EventSource} and the sinks a
     * {@link ResultSink}.
     *
     * @return stops the engine, with all its processes
     */
    AutoCloseable start(Job job, Path directory) throws Exception;
}
