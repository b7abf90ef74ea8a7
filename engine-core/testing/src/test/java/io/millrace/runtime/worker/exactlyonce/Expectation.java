// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.runtime.worker.exactlyonce.Shape.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows that the sinks of a shape must make visible by its {@link Model}, and for each key their order if there is
 * one.
 */
final class Expectation {

    /** The rows of a key that a task of a sink gets. */
    private record Lane(String sink, int task, long key) {}

    private final Map<World.Row, Integer> rows = new HashMap<>();

    /** The numbers of each lane in order; the task is 0 here. */
    private final Map<Lane, List<Long>> lanes = new HashMap<>();

    private Expectation(Shape shape) {
        Model model = new Model(shape);
        for (Node sink : shape.nodes()) {
            if (sink.isSink()) {
                model.arrived(sink)
                        .forEach(item ->
                                rows.merge(new World.Row(sink.id(), 0, item.key(), item.number()), 1, Integer::sum));
            }
        }
        for (Node sink : shape.orderedSinks()) {
            model.emitted(sink.inputs().get(0).source())
                    .forEach(
                            item -> lanes.computeIfAbsent(new Lane(sink.id(), 0, item.key()), none -> new ArrayList<>())
                                    .add(item.number()));
        }
    }

    static Expectation of(Shape shape) {
        return new Expectation(shape);
    }

    int size() {
        return rows.values().stream().mapToInt(Integer::intValue).sum();
    }

    int lanes() {
        return lanes.size();
    }

    /** Fails if the rows are not the expected ones. */
    void check(List<World.Row> visible) {
        Map<World.Row, Integer> more = new HashMap<>();
        Map<Lane, List<Long>> order = new HashMap<>();
        for (World.Row row : visible) {
            // The task that gets a row may depend on the schedule
            more.merge(new World.Row(row.sink(), 0, row.key(), row.number()), 1, Integer::sum);
            order.computeIfAbsent(new Lane(row.sink(), row.task(), row.key()), none -> new ArrayList<>())
                    .add(row.number());
        }
        rows.forEach((row, count) -> more.merge(row, -count, Integer::sum));
        more.values().removeIf(count -> count == 0);
        if (!more.isEmpty()) {
            long lost = -more.values().stream()
                    .filter(count -> count < 0)
                    .mapToInt(Integer::intValue)
                    .sum();
            long repeated = more.values().stream()
                    .filter(count -> count > 0)
                    .mapToInt(Integer::intValue)
                    .sum();
            throw new AssertionError(lost + " rows are missing and " + repeated + " are there too often, of " + size()
                    + ": " + new TreeMap<>(Map.of("differences", more.toString())));
        }
        order.forEach((lane, numbers) -> {
            List<Long> expected = lanes.getOrDefault(new Lane(lane.sink, 0, lane.key), numbers);
            if (!numbers.equals(expected)) {
                throw new AssertionError("the order of " + lane + " is " + numbers + " instead of " + expected);
            }
        });
    }
}
