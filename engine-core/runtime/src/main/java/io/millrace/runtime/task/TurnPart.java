// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** A part that has work in the turns of its task. */
public interface TurnPart extends TaskPart {

    /** The part of a task that has no such parts, which does nothing. */
    TurnPart NONE = new TurnPart() {};

    /** Returns whether there is work for the next turn. */
    default boolean isReady() {
        return false;
    }

    /**
     * Returns the time when the task must run even if it is not ready before; {@link #NEVER} for never.
     *
     * @param blocked whether emissions of the task wait, so that its component is not called
     */
    default long deadline(boolean blocked) {
        return NEVER;
    }

    /**
     * Works before the component is called in this turn.
     *
     * @param budget most calls of the component
     * @return amount of work in the unit of the budget
     */
    default int begin(long now, int budget) {
        return 0;
    }

    /** Works after the component was called for its inputs; parameters and result are those of {@link #begin}. */
    default int work(long now, int budget) {
        return 0;
    }

    /** The turn ends. */
    default void end() {}
}
