// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/**
 * A worker's address: two tasks with equal placements share a worker.
 *
 * @param slot 0 to {@link Node#slots()} - 1
 */
public record Placement(String node, int slot) {
    public Placement {
        Bounds.name("placement", node);
        Bounds.check("placement on " + ErrorText.quote(node), "slot", slot, 0, Node.MOST_SLOTS - 1L);
    }

    @Override
    public String toString() {
        return node + "/" + slot;
    }
}
