// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.algorithms;

import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * R-Storm's order of a topology's tasks (Peng et al. 2015, Algorithms 2 and 3): components breadth-first from the
 * sources along the streams, then one task of each component in turn. So tasks that exchange messages are close in
 * the order.
 */
final class ComponentOrder {
    private final Map<String, List<Integer>> tasks = new LinkedHashMap<>();
    private final Map<String, Set<String>> targets = new HashMap<>();
    private final Set<String> fed = new HashSet<>();

    private ComponentOrder(Problem problem, String topology) {
        for (Task task : problem.tasks()) {
            if (task.topology().equals(topology)) {
                tasks.computeIfAbsent(task.component(), none -> new ArrayList<>())
                        .add(task.id());
            }
        }
        for (Edge edge : problem.edges()) {
            Task from = problem.tasks().get(edge.from());
            Task to = problem.tasks().get(edge.to());
            boolean inside = from.topology().equals(topology) && to.topology().equals(topology);
            if (inside && !from.component().equals(to.component())) {
                targets.computeIfAbsent(from.component(), none -> new LinkedHashSet<>())
                        .add(to.component());
                fed.add(to.component());
            }
        }
    }

    static List<Integer> tasks(Problem problem, String topology) {
        ComponentOrder order = new ComponentOrder(problem, topology);
        return order.oneOfEachInTurn(order.breadthFirst());
    }

    /** Sources first. A part of the topology that no source reaches, such as a cycle, starts at its first component. */
    private List<String> breadthFirst() {
        Set<String> visited = new LinkedHashSet<>();
        Deque<String> queue = new ArrayDeque<>();
        tasks.keySet().stream().filter(component -> !fed.contains(component)).forEach(component -> {
            visited.add(component);
            queue.add(component);
        });
        visit(queue, visited);
        for (String component : tasks.keySet()) {
            if (visited.add(component)) {
                queue.add(component);
                visit(queue, visited);
            }
        }
        return List.copyOf(visited);
    }

    private void visit(Deque<String> queue, Set<String> visited) {
        while (!queue.isEmpty()) {
            for (String target : targets.getOrDefault(queue.remove(), Set.of())) {
                if (visited.add(target)) {
                    queue.add(target);
                }
            }
        }
    }

    private List<Integer> oneOfEachInTurn(List<String> components) {
        List<Integer> order = new ArrayList<>();
        int longest = tasks.values().stream().mapToInt(List::size).max().orElse(0);
        for (int turn = 0; turn < longest; turn++) {
            for (String component : components) {
                if (turn < tasks.get(component).size()) {
                    order.add(tasks.get(component).get(turn));
                }
            }
        }
        return order;
    }
}
