// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

/** A worker process that a {@link PartialAssignment} has opened: a slot that belongs to one topology. */
public final class Worker {
    public final int topology;
    public final int node;
    public final int slot;
    /** How many tasks the plan has placed in it. */
    public int tasks;

    Worker(int topology, int node, int slot) {
        this.topology = topology;
        this.node = node;
        this.slot = slot;
    }
}
