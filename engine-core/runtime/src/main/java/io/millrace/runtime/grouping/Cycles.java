// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.runtime.plan.ComponentGraph;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the components that reach each other: the strongly connected components of the graph (Kosaraju), without
 * recursion.
 */
final class Cycles {

    private final ComponentGraph graph;

    Cycles(ComponentGraph graph) {
        this.graph = graph;
    }

    /** Returns a number per component. Components that reach each other have the same number. */
    Map<String, Integer> numbers() {
        Deque<String> finished = new ArrayDeque<>();
        Map<String, Boolean> left = new HashMap<>();
        for (String component : graph.components()) {
            finishOrder(component, left, finished);
        }
        Map<String, Integer> numbers = new HashMap<>();
        int number = 0;
        for (String component : finished) {
            number++;
            Deque<String> todo = new ArrayDeque<>(List.of(component));
            while (!todo.isEmpty()) {
                String next = todo.pop();
                if (numbers.putIfAbsent(next, number) == null) {
                    todo.addAll(graph.sourcesOf(next));
                }
            }
        }
        return numbers;
    }

    /** Depth-first search along the streams. A component is added to {@code finished} after all that it reaches. */
    private void finishOrder(String start, Map<String, Boolean> left, Deque<String> finished) {
        Deque<String> path = new ArrayDeque<>(List.of(start));
        while (!path.isEmpty()) {
            String component = path.peek();
            Boolean state = left.get(component);
            if (state == null) {
                left.put(component, false);
                graph.consumersOf(component).stream()
                        .filter(consumer -> !left.containsKey(consumer))
                        .forEach(path::push);
            } else {
                path.pop();
                if (!state) {
                    left.put(component, true);
                    finished.push(component);
                }
            }
        }
    }
}
