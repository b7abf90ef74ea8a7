package io.millrace.cli.top;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The text of the event time at the tasks of a topology, those furthest behind first. */
final class EventTimeText {

    private static final int MOST_ROWS = 12;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private EventTimeText() {}

    static List<String> lines(String topology, List<TopReport.EventTime> tasks) {
        Table table = new Table("EVENT TIME OF " + topology, "TASK", "WATERMARK (UTC)", "LAG", "HELD BY");
        tasks.stream()
                .sorted(Comparator.comparingDouble(EventTimeText::behind).reversed())
                .limit(MOST_ROWS)
                .forEach(task -> table.row(
                        task.component(),
                        task.task(),
                        task.isEnded() ? "end" : task.isKnown() ? time(task.watermarkMillis()) : "-",
                        task.isEnded() || !task.isKnown() ? "-" : Format.seconds(task.lagSeconds()),
                        task.heldByTask() < 0 ? "-" : task.heldBy() + " task " + task.heldByTask()));
        List<String> lines = new ArrayList<>(table.lines());
        if (tasks.size() > MOST_ROWS) {
            lines.add(tasks.size() - MOST_ROWS + " tasks less far behind: see top --custom");
        }
        return lines;
    }

    /** The lag of a task; a task without event time is behind all others. */
    private static double behind(TopReport.EventTime task) {
        if (task.isEnded()) {
            return Double.NEGATIVE_INFINITY;
        }
        return task.isKnown() ? task.lagSeconds() : Double.POSITIVE_INFINITY;
    }

    private static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis));
    }
}
