// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

/**
 * Tells which edges of the topology may exceed a task's bound. Edges inside a cycle of components must: if all inboxes
 * on the cycle were full, each task would wait for room in the next one, for ever. So a cycle is throttled at its
 * entrance: no tuple enters while any task on the cycle is paused. The tuples that circulate are bounded by those that
 * entered.
 */
@FunctionalInterface
public interface CycleEdges {

    boolean insideCycle(int sourceTask, int targetTask);

    /** Returns the tasks on the cycle that contains this task; null if there is none. */
    default int[] cycleOf(int task) {
        return null;
    }

    CycleEdges NO_CYCLES = (source, target) -> false;
}
