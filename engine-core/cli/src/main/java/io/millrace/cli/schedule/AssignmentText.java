// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.schedule;

import io.millrace.cli.terminal.TextTable;
import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An assignment as a table of its workers, then its explanation. */
public final class AssignmentText {

    private AssignmentText() {}

    public static List<String> lines(Explanation explanation) {
        Map<Placement, List<Task>> workers =
                new TreeMap<>(Comparator.comparingInt((Placement place) -> node(explanation, place))
                        .thenComparing(Placement::node)
                        .thenComparingInt(Placement::slot));
        for (Task task : explanation.problem().tasks()) {
            workers.computeIfAbsent(explanation.assignment().of(task.id()), place -> new ArrayList<>())
                    .add(task);
        }
        TextTable table = new TextTable("NODE", "SLOT", "TOPOLOGY", "LOAD", "TASKS");
        workers.forEach((place, tasks) -> table.row(
                place.node(),
                place.slot(),
                tasks.get(0).topology(),
                tasks.stream().mapToLong(Task::weight).sum(),
                byComponent(tasks)));
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        lines.addAll(explanation.toText().lines().toList());
        return lines;
    }

    /** Returns the position of the node in the problem. */
    private static int node(Explanation explanation, Placement place) {
        return explanation.problem().nodes().stream()
                .map(node -> node.id())
                .toList()
                .indexOf(place.node());
    }

    /** Returns the tasks by component: {@code split 0-3, count 7 9}. */
    static String byComponent(List<Task> tasks) {
        Map<String, List<Integer>> ids = new LinkedHashMap<>();
        tasks.forEach(task -> ids.computeIfAbsent(task.component(), component -> new ArrayList<>())
                .add(task.id()));
        List<String> parts = new ArrayList<>();
        ids.forEach((component, of) -> parts.add(component + " " + ranges(of)));
        return String.join(", ", parts);
    }

    /** @param ids the ids, ascending */
    private static String ranges(List<Integer> ids) {
        List<String> ranges = new ArrayList<>();
        for (int first = 0; first < ids.size(); ) {
            int last = first;
            while (last + 1 < ids.size() && ids.get(last + 1) == ids.get(last) + 1) {
                last++;
            }
            ranges.add(first == last ? ids.get(first).toString() : ids.get(first) + "-" + ids.get(last));
            first = last + 1;
        }
        return String.join(" ", ranges);
    }
}
