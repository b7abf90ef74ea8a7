// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Tuple;

/**
 * One engine of a task. Its thread calls all methods that do not allow any thread. It can start again after a death.
 */
interface Engine {

    /** Starts the engine, and returns when it is ready. */
    void start() throws EngineDeath;

    /**
     * Processes a message.
     *
     * @throws MessageFailure if the message has not been processed, and the engine goes on
     */
    void process(Tuple input, Emissions out) throws EngineDeath;

    /** Returns whether the engine can be given a message, as it is not known to have ended. */
    default boolean isAlive() {
        return true;
    }

    /** Checks an engine that had no message for a while, or has ended. */
    void check() throws EngineDeath;

    /** Ends the engine, if it runs, with all that it has started. Returns when nothing is left. */
    void end();

    /**
     * Ends the engine, and so the calls of its thread. Any thread.
     *
     * @return false if the engine is the thread itself, which must be given up
     */
    boolean kill(String reason);

    /** Returns the memory of the engine beside the worker's, in bytes; 0 if others limit it. Any thread. */
    long memoryBytes();
}
