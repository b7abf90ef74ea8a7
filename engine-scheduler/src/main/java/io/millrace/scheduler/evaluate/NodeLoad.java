// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

import io.millrace.scheduler.model.Node;

/**
 * The load that an assignment puts on one node.
 *
 * @param load the sum of the weights of its tasks
 * @param tasks how many tasks it has
 * @param workers slots in use
 */
public record NodeLoad(Node node, long load, int tasks, int workers) {
    public boolean isBalanced() {
        return load <= node.limit();
    }
}
