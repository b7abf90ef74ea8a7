package io.millrace.runtime.task;

import io.millrace.api.Bolt;

/** A bolt of the engine that may refuse input for a while, and gets work from other threads. Called on the task's thread. */
public interface GatedBolt extends Bolt {

    /** Returns whether the bolt takes input now. If not, tuples wait in the inbox, and its sources pause when it is full. */
    boolean takesInput();

    /** Returns whether another thread has left work. Called in each turn. */
    boolean hasWork();

    /** Does the work that other threads have left. */
    void work();
}
