package io.millrace.scheduler;

/** A worker process that a {@link Workplan} has opened: a slot that belongs to one topology. */
final class Worker {
    final int topology;
    final int node;
    final int slot;
    /** How many tasks the plan has placed in it. */
    int tasks;

    Worker(int topology, int node, int slot) {
        this.topology = topology;
        this.node = node;
        this.slot = slot;
    }
}
