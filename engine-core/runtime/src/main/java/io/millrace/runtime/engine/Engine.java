package io.millrace.runtime.engine;

import io.millrace.api.Tuple;

/** One engine of a task. Its thread calls all methods, but for those of any thread. After a death it can be started again. */
interface Engine {

    /** Starts the engine, and returns when it is ready. */
    void start() throws EngineDeath;

    /**
     * Processes a message.
     *
     * @throws MessageFailure if the message has not been processed, and the engine goes on
     */
    void process(Tuple input, Emissions out) throws EngineDeath;

    /** Whether nothing is known of an end of the engine, so that it can be given a message. */
    default boolean isAlive() {
        return true;
    }

    /** The engine had no message for a while, or has ended: finds out how it is. */
    void check() throws EngineDeath;

    /** Ends the engine with all that it has started, if there is any of it. Returns when nothing is left. */
    void end();

    /**
     * Ends the engine, and so the calls of its thread. Any thread.
     *
     * @return false if it is the thread itself, which must be given up
     */
    boolean kill(String reason);

    /** Returns how much memory the engine takes beside the worker's, in bytes; 0 if others limit it. Any thread. */
    long memoryBytes();
}
