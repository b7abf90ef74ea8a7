// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.ProblemIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Chooses the nodes of a topology: as many as it has workers, if that many have a free slot. Nodes that its
 * constraints need come first, then those furthest below their fair load.
 */
final class NodeSelection {
    private final NodePlacement placement;
    private final ProblemIndex index;
    private final int topology;
    private final Set<BitSet> permits = new LinkedHashSet<>();
    private final Comparator<Integer> roomiest;

    NodeSelection(NodePlacement placement, int topology, int[] tasks) {
        this.placement = placement;
        this.topology = topology;
        index = placement.index;
        IntStream.of(tasks)
                .boxed()
                .sorted(Comparator.comparingInt(task -> index.permit(task).cardinality()))
                .forEach(task -> permits.add(index.permit(task)));
        roomiest = Comparator.<Integer>comparingDouble(
                        node -> placement.load(node) - index.node(node).target())
                .thenComparingInt(node -> -placement.plan.freeSlots(node));
    }

    /** The indexes of the nodes; fewer than the constraints need if slots are missing. */
    List<Integer> choose() {
        List<Integer> chosen = new ArrayList<>();
        IntStream.range(0, index.nodes)
                .filter(node -> placement.plan.workersOn(topology, node) > 0)
                .forEach(chosen::add);
        for (BitSet permit : permits) {
            if (chosen.stream().noneMatch(permit::get)) {
                addFrom(permit, 1, chosen);
            }
        }
        BitSet useful = new BitSet();
        permits.forEach(useful::or);
        addFrom(useful, index.nodes, chosen);
        return chosen;
    }

    private void addFrom(BitSet nodes, int most, List<Integer> chosen) {
        nodes.stream()
                .boxed()
                .filter(node -> placement.plan.freeSlots(node) > 0 && !chosen.contains(node))
                .sorted(roomiest)
                .limit(Math.min(most, Math.max(0, index.workersLimit(topology) - chosen.size())))
                .toList()
                .forEach(chosen::add);
    }
}
