package io.millrace.runtime.link;

/**
 * Which edges of the topology may pass a task's bound. Edges inside a cycle of components must: if all inboxes on the
 * cycle were full, each task would wait for room in the next one, for ever. So a cycle is throttled where tuples enter
 * it: none does while any task on the cycle is paused. What goes round in it is bounded by what was let in.
 */
@FunctionalInterface
public interface Traffic {

    boolean insideCycle(int sourceTask, int targetTask);

    /** The tasks on the cycle that has this task on it; null if there is none. */
    default int[] cycleOf(int task) {
        return null;
    }

    Traffic NO_CYCLES = (source, target) -> false;
}
