package io.millrace.cli.top;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The text of the batches that the tasks of a topology execute, those with the highest load first. */
final class BatchText {

    private static final int MOST_ROWS = 12;

    private BatchText() {}

    static List<String> lines(String topology, List<TopReport.Batches> tasks) {
        Table table = new Table("BATCHES OF " + topology, "TASK", "WAIT X", "MEAN SIZE", "CALL P", "LOAD RHO");
        tasks.stream()
                .sorted(Comparator.comparingDouble(TopReport.Batches::load).reversed())
                .limit(MOST_ROWS)
                .forEach(task -> table.row(
                        task.component(),
                        task.task(),
                        nanos(task.intervalMillis()),
                        task.meanSize() == 0 ? "-" : Format.decimal(task.meanSize(), 1),
                        task.meanSize() == 0 ? "-" : nanos(task.processingMillis()),
                        Format.decimal(100 * task.load(), 0, "%")));
        List<String> lines = new ArrayList<>(table.lines());
        if (tasks.size() > MOST_ROWS) {
            lines.add(tasks.size() - MOST_ROWS + " tasks with less load: see top --custom");
        }
        return lines;
    }

    private static String nanos(double millis) {
        return Format.nanos(Math.round(millis * 1e6));
    }
}
