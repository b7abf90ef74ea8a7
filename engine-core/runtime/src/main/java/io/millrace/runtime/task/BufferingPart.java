// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** A part of a bolt task whose bolt keeps inputs after {@code execute} has returned, and processes them together. */
public interface BufferingPart extends TaskPart {

    /** The part of a task whose bolt processes each input by itself. */
    BufferingPart NONE = new BufferingPart() {};

    /** Returns the most inputs that a turn executes of a task that may make this number of calls. */
    default int mostInputs(int budget) {
        return budget;
    }

    /**
     * An input was executed. Returns whether the turn must end, as the bolt has processed its inputs, or is about to.
     */
    default boolean endsTurn(long now) {
        return false;
    }

    /** Lets the bolt process all inputs that it holds. */
    default void release() {}
}
