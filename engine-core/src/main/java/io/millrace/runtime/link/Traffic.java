package io.millrace.runtime.link;

/**
 * Which edges of the topology may pass a task's bound. Edges inside a cycle of components must: if all inboxes on the
 * cycle were full, each task would wait for room in the next one, for ever. So a cycle is throttled where tuples enter
 * it, and what goes round in it is bounded by what was let in.
 */
@FunctionalInterface
public interface Traffic {

    boolean insideCycle(int sourceTask, int targetTask);

    Traffic NO_CYCLES = (source, target) -> false;
}
