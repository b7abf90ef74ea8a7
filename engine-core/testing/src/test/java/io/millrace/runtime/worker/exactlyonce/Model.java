// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.runtime.worker.exactlyonce.Shape.Edge;
import io.millrace.runtime.worker.exactlyonce.Shape.Node;
import io.millrace.runtime.worker.exactlyonce.Shape.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The emissions of each component of a shape, by the definitions of its kinds and routes alone: there are no workers,
 * links and times, and no code of the engine.
 */
final class Model {

    /** A tuple. */
    record Item(long key, long number) {}

    private final Map<String, List<Item>> emitted = new HashMap<>();

    Model(Shape shape) {
        for (Node node : shape.nodes()) {
            if (!node.isSink()) {
                emitted.put(node.id(), outputs(node));
            }
        }
    }

    /**
     * Returns the emissions of a component. If its order does not depend on the schedule, the items of each key are in
     * it.
     */
    List<Item> emitted(String component) {
        return emitted.get(component);
    }

    /** Returns the items that come to the tasks of a bolt, as often as they come. */
    List<Item> arrived(Node node) {
        List<Item> arrived = new ArrayList<>();
        for (Edge edge : node.inputs()) {
            for (Item item : emitted.get(edge.source())) {
                for (int copies = copies(edge.route(), item, node.tasks()); copies > 0; copies--) {
                    arrived.add(item);
                }
            }
        }
        return arrived;
    }

    private static int copies(Route route, Item item, int tasks) {
        return switch (route) {
            case ALL -> tasks;
            case SOME -> (int) (item.number % (tasks + 1));
            default -> 1;
        };
    }

    private List<Item> outputs(Node node) {
        return switch (node.kind()) {
            case SOURCE -> numbers(node);
            case PASS, SLOW -> arrived(node);
            case SPLIT -> split(arrived(node));
            case COUNT, COUNT_IN_TASK -> counts(arrived(node));
            case DISTINCT -> distinct(arrived(node));
            case JOIN -> join(node);
            case WINDOW -> windows(arrived(node));
            case SINK -> List.of();
        };
    }

    private static List<Item> numbers(Node node) {
        List<Item> numbers = new ArrayList<>();
        for (int task = 0; task < node.tasks(); task++) {
            for (long number = 0; number < node.numbers(); number++) {
                numbers.add(new Item(Source.keyOf(number, task, node.tasks()), number));
            }
        }
        return numbers;
    }

    private static List<Item> split(List<Item> inputs) {
        List<Item> split = new ArrayList<>();
        for (Item item : inputs) {
            split.add(item);
            if (item.number % 2 == 0) {
                split.add(item);
            }
        }
        return split;
    }

    private static List<Item> counts(List<Item> inputs) {
        Map<Long, Long> counts = new HashMap<>();
        List<Item> outputs = new ArrayList<>();
        for (Item item : inputs) {
            outputs.add(new Item(item.key, counts.merge(item.key, 1L, Long::sum)));
        }
        return outputs;
    }

    private static List<Item> distinct(List<Item> inputs) {
        Set<Item> seen = new HashSet<>();
        return inputs.stream().filter(seen::add).toList();
    }

    /** Joins the inputs: there are as many of equal items as the input with fewer of them has. */
    private List<Item> join(Node node) {
        Map<Item, Integer> first = new HashMap<>();
        emitted.get(node.inputs().get(0).source()).forEach(item -> first.merge(item, 1, Integer::sum));
        return emitted.get(node.inputs().get(1).source()).stream()
                .filter(item -> first.merge(item, -1, Integer::sum) >= 0)
                .toList();
    }

    private static List<Item> windows(List<Item> inputs) {
        TreeMap<Long, Map<Long, Long>> sumsByEnd = new TreeMap<>();
        for (Item item : inputs) {
            long firstEnd = (item.number / Shape.SLIDE_MILLIS + 1) * Shape.SLIDE_MILLIS;
            for (long end = firstEnd; end <= item.number + Shape.WINDOW_MILLIS; end += Shape.SLIDE_MILLIS) {
                sumsByEnd.computeIfAbsent(end, none -> new TreeMap<>()).merge(item.key, item.number, Long::sum);
            }
        }
        List<Item> outputs = new ArrayList<>();
        sumsByEnd.values().forEach(sums -> sums.forEach((key, sum) -> outputs.add(new Item(key, sum))));
        return outputs;
    }
}
