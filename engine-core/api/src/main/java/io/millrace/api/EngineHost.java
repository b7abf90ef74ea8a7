// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.metrics.EngineDecision;

/**
 * The information about waiting messages that a task gives its engines, and the decisions that it takes from them. The
 * task's thread calls all methods. Public for the engine only.
 */
public interface EngineHost {

    /**
     * Returns for how long the message has waited that the task could get next, in nanoseconds; 0 if no message waits.
     */
    long headAgeNanos();

    /** Returns the number of waiting messages that this task or another one of its component could get. */
    long waiting();

    /**
     * Returns the number of tasks of the component that share the waiting messages, this one included: those that are
     * not dormant.
     */
    int tasks();

    /** A decision about the number of engines was made. */
    void decided(EngineDecision.Verdict verdict, int before, int after, String reason);
}
