package io.millrace.api;

import io.millrace.api.metrics.EngineDecision;

/** What a task tells its engines, and takes from them. The task's thread calls all methods. Public for the engine only. */
public interface EngineHost {

    /** Returns for how long the first message has waited that the task could get next, in nanoseconds; 0 if none waits. */
    long headAgeNanos();

    /** Returns how many messages wait that this task or another one of its component could get. */
    long waiting();

    /** Returns how many tasks of its component share them, this one included: those that are not dormant. */
    int tasks();

    /** A decision about the number of engines was made. */
    void decided(EngineDecision.Verdict verdict, int before, int after, String reason);
}
