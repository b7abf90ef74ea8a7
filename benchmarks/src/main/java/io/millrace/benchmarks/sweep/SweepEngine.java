package io.millrace.benchmarks.sweep;

import java.nio.file.Path;

/** An engine under test, found by {@link java.util.ServiceLoader} in a process of its own; in {@link Setting#SHM} and {@link Setting#SLOTS}. */
public interface SweepEngine {

    /** As options name it, in lower case. */
    String name();

    /**
     * Starts one {@link Source} in a process, and engines in others, each a {@link Worker} that takes a message at a time.
     *
     * @param engines how many
     * @param costs whether messages cost anything, so that an engine needs a thread of its own
     * @param directory of the board
     * @return stops the engine, with all its processes
     */
    AutoCloseable start(Setting setting, int engines, boolean costs, Path directory) throws Exception;
}
