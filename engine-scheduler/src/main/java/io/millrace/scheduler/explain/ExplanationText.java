// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.explain;

import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.NodeLoad;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Formats an {@link Explanation} for a terminal. */
final class ExplanationText {
    private static final int MOST_MOVES = 40;

    private ExplanationText() {}

    static String of(Explanation explanation) {
        Evaluation after = explanation.after();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %s placed %s of %s on %d of %s, in %s (objective %s, seed %d)",
                explanation.problem().name(),
                explanation.algorithm(),
                ErrorText.count(explanation.decisions().size(), "task"),
                ErrorText.count(explanation.problem().topologies().size(), "topology"),
                after.nodesUsed(),
                ErrorText.count(after.nodes().size(), "node"),
                ErrorText.count(after.workersUsed(), "worker"),
                explanation.problem().objective().key(),
                explanation.seed()));
        lines.add("");
        lines.addAll(table(figures(explanation)));
        lines.add("");
        lines.addAll(table(nodes(after)));
        lines.add("");
        lines.addAll(reasons(explanation));
        after.violations()
                .forEach(violation -> lines.add("VIOLATION " + violation.rule() + ": " + violation.message()));
        return String.join("\n", lines);
    }

    private static List<List<String>> figures(Explanation explanation) {
        List<List<String>> rows = new ArrayList<>();
        boolean running = explanation.before().isPresent();
        rows.add(running ? List.of("figure", "before", "after") : List.of("figure", "value"));
        row(rows, explanation, "traffic between nodes", e -> percent(e.cutShare()));
        row(rows, explanation, "local traffic inside one worker", e -> percent(e.workerShare()));
        row(rows, explanation, "mean hop, µs", e -> decimal(e.meanHopMicros()));
        row(rows, explanation, "CPU: worst node over its target", e -> decimal(e.cpuImbalance()));
        row(rows, explanation, "slots: worst node over the mean", e -> decimal(e.slotImbalance()));
        row(rows, explanation, "workers: worst over its node's mean", e -> decimal(e.workerImbalance()));
        row(rows, explanation, "workers", e -> String.valueOf(e.workersUsed()));
        row(rows, explanation, "balanced", e -> e.isBalanced() ? "yes" : "no");
        row(rows, explanation, "violations", e -> String.valueOf(e.violations().size()));
        if (running) {
            rows.add(List.of(
                    "tasks moved", "", String.valueOf(explanation.after().movedTasks())));
            rows.add(List.of(
                    "tasks started", "", String.valueOf(explanation.after().startedTasks())));
        }
        return rows;
    }

    private static void row(
            List<List<String>> rows, Explanation explanation, String name, Function<Evaluation, String> figure) {
        List<String> row = new ArrayList<>(List.of(name));
        explanation.before().ifPresent(before -> row.add(figure.apply(before)));
        row.add(figure.apply(explanation.after()));
        rows.add(row);
    }

    private static List<List<String>> nodes(Evaluation after) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("node", "load", "target", "limit", "capacity", "workers", "tasks"));
        for (NodeLoad load : after.nodes()) {
            Node node = load.node();
            rows.add(List.of(
                    node.id(),
                    load.load() + (load.isBalanced() ? "" : "!"),
                    decimal(node.target()),
                    String.valueOf(node.limit()),
                    node.capacity() == Node.UNLIMITED ? "-" : String.valueOf(node.capacity()),
                    load.workers() + "/" + node.slots(),
                    String.valueOf(load.tasks())));
        }
        return rows;
    }

    /** How many tasks each reason has, then the tasks that change. */
    private static List<String> reasons(Explanation explanation) {
        List<String> lines = new ArrayList<>();
        explanation
                .reasons()
                .forEach((reason, count) -> lines.add(ErrorText.count(count, "task") + " " + reason.text()));
        List<Decision> moves = explanation.moves();
        for (Decision move : moves.subList(0, Math.min(MOST_MOVES, moves.size()))) {
            Task task = explanation.problem().tasks().get(move.task());
            lines.add("  " + task.described() + ": " + move.before().orElseThrow() + " -> " + move.after() + " ("
                    + move.text() + ")");
        }
        if (moves.size() > MOST_MOVES) {
            lines.add("  and " + (moves.size() - MOST_MOVES) + " more");
        }
        return lines;
    }

    /** The first column to the left, the others to the right. */
    private static List<String> table(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(row.get(0))
                    .append(" ".repeat(widths[0] - row.get(0).length()));
            for (int i = 1; i < widths.length; i++) {
                line.append("  ")
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(row.get(i));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
