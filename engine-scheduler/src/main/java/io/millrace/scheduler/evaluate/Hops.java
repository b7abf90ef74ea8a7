// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a message between two tasks costs in microseconds, by where they are. */
public final class Hops {

    private final HopCosts costs;
    private final Map<String, Integer> nodeIndex = new HashMap<>();

    public Hops(Problem problem) {
        costs = HopCosts.of(problem);
        List<Node> nodes = problem.nodes();
        nodes.forEach(node -> nodeIndex.put(node.id(), nodeIndex.size()));
    }

    /** @param sameTopology whether the tasks are of one topology, so that one slot is one worker */
    public double micros(Placement from, Placement to, boolean sameTopology) {
        if (!from.node().equals(to.node())) {
            return betweenNodes(from.node(), to.node());
        }
        return from.slot() == to.slot() && sameTopology ? HopCosts.SAME_WORKER_MICROS : HopCosts.SAME_NODE_MICROS;
    }

    /** A node that no longer exists counts as one of the same region. */
    private double betweenNodes(String from, String to) {
        Integer a = nodeIndex.get(from);
        Integer b = nodeIndex.get(to);
        return a == null || b == null ? HopCosts.BETWEEN_NODES_MICROS : costs.betweenNodesMicros(a, b);
    }
}
