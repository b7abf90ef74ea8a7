package io.millrace.runtime.worker.exactlyonce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the run of a shape without faults has made visible. Others must show the same rows, and for each key in the same order where there is one. */
final class Expectation {

    private record Lane(String sink, int task, long key) {}

    private final Set<String> orderedSinks;
    private final Map<World.Row, Integer> rows;
    private final Map<Lane, List<Long>> lanes;

    private Expectation(Set<String> orderedSinks, List<World.Row> visible) {
        this.orderedSinks = orderedSinks;
        this.rows = counts(visible);
        this.lanes = lanes(visible);
    }

    static Expectation of(Shape shape) {
        try (Run calm = new Run(shape, Setting.calm(), Mutant.NONE)) {
            return new Expectation(shape.orderedSinks(), calm.finish());
        }
    }

    int size() {
        return rows.values().stream().mapToInt(Integer::intValue).sum();
    }

    int lanes() {
        return lanes.size();
    }

    private static Map<World.Row, Integer> counts(List<World.Row> visible) {
        Map<World.Row, Integer> counts = new HashMap<>();
        // Which task gets a row may depend on the schedule
        visible.forEach(row -> counts.merge(new World.Row(row.sink(), 0, row.key(), row.number()), 1, Integer::sum));
        return counts;
    }

    private Map<Lane, List<Long>> lanes(List<World.Row> visible) {
        Map<Lane, List<Long>> found = new HashMap<>();
        visible.stream()
                .filter(row -> orderedSinks.contains(row.sink()))
                .forEach(row -> found.computeIfAbsent(
                                new Lane(row.sink(), row.task(), row.key()), none -> new ArrayList<>())
                        .add(row.number()));
        return found;
    }

    /** Fails if this is not what was expected. */
    void check(List<World.Row> visible) {
        Map<World.Row, Integer> more = counts(visible);
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
        Map<Lane, List<Long>> order = lanes(visible);
        lanes.forEach((lane, numbers) -> {
            if (!numbers.equals(order.get(lane))) {
                throw new AssertionError("the order of " + lane + " is " + order.get(lane) + " instead of " + numbers);
            }
        });
    }
}
