// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

/** The load of a source task's targets, as the source sees it. Its groupers ask it, on the executor's thread. */
public interface TargetBacklog {

    /**
     * Returns whether a tuple for the task would be handed over at once, as far as that is known without offering one.
     */
    boolean isFree(int task);

    /** Returns how many tuples of this source wait for the task. */
    int waiting(int task);
}
