package io.millrace.runtime.routing;

/** What a source task knows of the load of its targets; asked by its groupers, on its executor's thread. */
public interface Load {

    /** Whether a tuple for the task would be handed over at once, as far as can be seen without one. */
    boolean isFree(int task);

    /** How many tuples of this source wait for the task. */
    int waiting(int task);
}
