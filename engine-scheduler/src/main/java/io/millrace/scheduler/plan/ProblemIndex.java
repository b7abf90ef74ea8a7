// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.plan;

import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A problem with indexes instead of names, for algorithms and checks. Tasks with equal pin, regions and forbidden
 * nodes share one <em>permit</em>: the set of nodes that have a slot and may run them.
 */
public final class ProblemIndex {
    public static final int NO_GROUP = -1;

    public final Problem problem;
    public final int nodes;
    public final int tasks;
    public final int topologies;
    /** By task: index into {@link #permits}. */
    final int[] permitOf;
    /** Distinct sets of node indexes, in the order of the first task that has them. */
    final List<BitSet> permits;

    public final int[] topologyOf;
    /** By task: the number of its spread group, or {@link #NO_GROUP}. */
    public final int[] groupOf;

    private final Map<String, Integer> nodeIndex = new HashMap<>();

    public ProblemIndex(Problem problem) {
        this.problem = problem;
        nodes = problem.nodes().size();
        tasks = problem.tasks().size();
        topologies = problem.topologies().size();
        permitOf = new int[tasks];
        topologyOf = new int[tasks];
        groupOf = new int[tasks];
        permits = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            nodeIndex.put(problem.nodes().get(i).id(), i);
        }
        Map<String, Integer> topologyIndex = new HashMap<>();
        for (int i = 0; i < topologies; i++) {
            topologyIndex.put(problem.topologies().get(i).id(), i);
        }
        Map<Constraints, Integer> byConstraints = new HashMap<>();
        Map<BitSet, Integer> byNodes = new HashMap<>();
        Map<String, Integer> groups = new HashMap<>();
        for (Task task : problem.tasks()) {
            Constraints constraints = task.constraints();
            Constraints alone = new Constraints(
                    constraints.pin(), constraints.regions(), constraints.forbidden(), Optional.empty());
            Integer known = byConstraints.get(alone);
            if (known == null) {
                BitSet permit = permitted(alone);
                known = byNodes.computeIfAbsent(permit, fresh -> permits.size());
                if (known == permits.size()) {
                    permits.add(permit);
                }
                byConstraints.put(alone, known);
            }
            permitOf[task.id()] = known;
            topologyOf[task.id()] = topologyIndex.get(task.topology());
            groupOf[task.id()] = constraints
                    .spread()
                    .map(group -> groups.computeIfAbsent(group, fresh -> groups.size()))
                    .orElse(NO_GROUP);
        }
    }

    /** The node's index, or -1 if the problem has none of that id. */
    public int node(String id) {
        return nodeIndex.getOrDefault(id, -1);
    }

    public Node node(int node) {
        return problem.nodes().get(node);
    }

    public BitSet permit(int task) {
        return permits.get(permitOf[task]);
    }

    public long weight(int task) {
        return problem.tasks().get(task).weight();
    }

    public int workersLimit(int topology) {
        return problem.topologies().get(topology).workers();
    }

    public String topologyId(int topology) {
        return problem.topologies().get(topology).id();
    }

    private BitSet permitted(Constraints constraints) {
        BitSet permit = new BitSet(nodes);
        for (int i = 0; i < nodes; i++) {
            Node node = node(i);
            if (node.slots() > 0 && constraints.permits(node)) {
                permit.set(i);
            }
        }
        return permit;
    }
}
