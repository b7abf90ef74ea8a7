package io.millrace.cli.top;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The text of the queues for free tasks of a topology, the longest first. */
final class QueueText {

    private static final int MOST_ROWS = 12;
    private static final double NANOS = 1e9;

    private QueueText() {}

    static List<String> lines(String topology, List<TopReport.Queue> queues) {
        Table table = new Table("QUEUES OF " + topology, "TASK", "TUPLES", "HEAD AGE", "BYTES", "SPILLED");
        queues.stream()
                .sorted(Comparator.comparingDouble(TopReport.Queue::tuples).reversed())
                .limit(MOST_ROWS)
                .forEach(queue -> table.row(
                        queue.component(),
                        queue.task(),
                        Format.count(Math.round(queue.tuples())),
                        queue.tuples() == 0 ? "-" : Format.nanos(Math.round(queue.headAgeSeconds() * NANOS)),
                        Format.count(Math.round(queue.bytes())),
                        Format.count(Math.round(queue.spilledBytes()))));
        List<String> lines = new ArrayList<>(table.lines());
        if (queues.size() > MOST_ROWS) {
            lines.add(queues.size() - MOST_ROWS + " shorter queues: see top --custom");
        }
        return lines;
    }
}
