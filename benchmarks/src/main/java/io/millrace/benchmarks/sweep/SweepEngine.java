// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.nio.file.Path;

/**
 * An engine under test, found by {@link java.util.ServiceLoader} in a process of its own; in {@link Setting#SHM} and
 * {@link Setting#SLOTS}.
 */
public interface SweepEngine {

    /** The name that options use, in lower case. */
    String name();

    /**
     * Starts one {@link Source} in a process, and {@link Cell#engines} in others, each with a {@link Worker} that takes
     * a message at a time.
     *
     * @param directory of the board
     * @return stops the engine, with all its processes
     */
    AutoCloseable start(Cell cell, Path directory) throws Exception;
}
