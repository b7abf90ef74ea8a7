// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.time.Duration;

/**
 * Implemented by a {@link Bolt} that keeps inputs and processes them together, after {@code execute} has returned.
 * {@code Bolts.batch} implements it. The task's thread calls all methods.
 */
public interface BuffersInputs {

    /** The deadline of a bolt that holds nothing. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Returns when {@link #release} is due, as {@link TaskContext#nanoTime()}; {@link #NEVER} if nothing is held. Later
     * inputs that wait for the task by then are executed first.
     */
    long deadline();

    /** Processes all held inputs. The engine also calls this before the barrier of a snapshot passes. */
    void release();

    /**
     * Returns the longest time for which an input may be held; a topology whose tuples time out by then is refused.
     * Called when the topology is submitted, on an instance that is not prepared.
     */
    default Duration longestBuffering() {
        return Duration.ZERO;
    }

    /** Returns whether the bolt holds inputs at all. */
    default boolean buffersInputs() {
        return true;
    }
}
