// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.plan.PartialAssignment;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * TurboStream's assignment within a node: a topology has about equally many workers on each of its nodes, and the
 * node's tasks go to them in turn, in the order of their ids.
 */
final class RoundRobinWorkers {
    private RoundRobinWorkers() {}

    static void assign(PartialAssignment plan) {
        ProblemIndex index = plan.index;
        List<List<List<Integer>>> tasksOn = new ArrayList<>();
        for (int topology = 0; topology < index.topologies; topology++) {
            List<List<Integer>> byNode = new ArrayList<>();
            for (int node = 0; node < index.nodes; node++) {
                byNode.add(new ArrayList<>());
            }
            tasksOn.add(byNode);
        }
        for (int task = 0; task < index.tasks; task++) {
            tasksOn.get(index.topologyOf[task]).get(plan.workerOf(task).node).add(task);
        }
        boolean any = true;
        for (int round = 1; any; round++) {
            any = openOneEach(plan, tasksOn, round);
        }
        for (int topology = 0; topology < index.topologies; topology++) {
            for (int node = 0; node < index.nodes; node++) {
                dealNode(plan, topology, node, tasksOn.get(topology).get(node));
            }
        }
    }

    /**
     * Opens one more worker of each topology on each node where it has {@code workers} of them and more tasks than
     * that.
     */
    private static boolean openOneEach(PartialAssignment plan, List<List<List<Integer>>> tasksOn, int workers) {
        boolean any = false;
        for (int topology = 0; topology < plan.index.topologies; topology++) {
            for (int node = 0; node < plan.index.nodes; node++) {
                if (tasksOn.get(topology).get(node).size() > workers && plan.canOpen(topology, node)) {
                    plan.open(topology, node);
                    any = true;
                }
            }
        }
        return any;
    }

    private static void dealNode(PartialAssignment plan, int topology, int node, List<Integer> tasks) {
        List<Worker> workers = plan.workers.get(topology).stream()
                .filter(worker -> worker.node == node)
                .toList();
        tasks.forEach(plan::remove);
        for (int i = 0; i < tasks.size(); i++) {
            plan.place(tasks.get(i), workers.get(i % workers.size()));
        }
    }
}
