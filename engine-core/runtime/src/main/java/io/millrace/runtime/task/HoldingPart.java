package io.millrace.runtime.task;

/** A part of a bolt task whose bolt keeps inputs after {@code execute} has returned, and processes them together. */
public interface HoldingPart extends TaskPart {

    /** What a task has whose bolt processes each input by itself. */
    HoldingPart NONE = new HoldingPart() {};

    /** Returns how many inputs of a turn are executed at most, of a task that may make so many calls. */
    default int mostInputs(int budget) {
        return budget;
    }

    /** An input was executed. Returns whether the turn must end, as the bolt has processed what it held, or is about to. */
    default boolean endsTurn(long now) {
        return false;
    }

    /** Lets the bolt process all inputs that it holds. */
    default void release() {}
}
