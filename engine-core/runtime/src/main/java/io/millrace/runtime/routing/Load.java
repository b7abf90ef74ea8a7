package io.millrace.runtime.routing;

/** What a source task knows of the load of its targets. Its groupers ask it, on the executor's thread. */
public interface Load {

    /** Whether a tuple for the task would be handed over at once, as far as that is known without offering one. */
    boolean isFree(int task);

    /** How many tuples of this source wait for the task. */
    int waiting(int task);
}
