package io.millrace.runtime.task;

/** A part of a bolt task whose bolt keeps inputs after {@code execute} has returned, and processes them together. */
public interface HoldingPart extends TaskPart {

    /** Returns how many inputs of a turn are executed at most, of a task that may make so many calls. */
    int mostInputs(int budget);

    /** An input was executed. Returns whether the turn must end, as the bolt has processed what it held, or is about to. */
    boolean endsTurn(long now);

    /** Lets the bolt process all inputs that it holds. */
    void release();
}
