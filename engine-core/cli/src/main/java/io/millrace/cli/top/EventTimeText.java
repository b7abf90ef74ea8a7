// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The text of the event time at the tasks of a topology, those furthest behind first. */
final class EventTimeText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private EventTimeText() {}

    static List<String> lines(String topology, List<TopReport.EventTime> tasks) {
        Columns<TopReport.EventTime> columns = new Columns<TopReport.EventTime>()
                .add("EVENT TIME OF " + topology, TopReport.EventTime::component)
                .add("TASK", TopReport.EventTime::task)
                .add(
                        "WATERMARK (UTC)",
                        task -> task.isEnded() ? "end" : task.isKnown() ? time(task.watermarkMillis()) : "-")
                .add("LAG", task -> task.isEnded() || !task.isKnown() ? "-" : Format.seconds(task.lagSeconds()))
                .add("HELD BY", task -> task.heldByTask() < 0 ? "-" : task.heldBy() + " task " + task.heldByTask());
        return Foremost.lines(columns, tasks, EventTimeText::behind, "tasks less far behind");
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
