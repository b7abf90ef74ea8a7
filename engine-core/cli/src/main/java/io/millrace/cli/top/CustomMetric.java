// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.BuiltInMeters;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One metric that a component has made, of one task.
 *
 * @param value the value of a counter or gauge; the number of recorded durations of a timer
 * @param latency the latency of a timer, since the worker started; without values for other metrics
 */
public record CustomMetric(String component, int task, String name, Kind kind, double value, LatencySummary latency) {

    public enum Kind {
        COUNTER,
        GAUGE,
        TIMER
    }

    /** Returns the metrics of all tasks, in the order of the tasks. */
    public static List<CustomMetric> of(List<TaskMetrics> tasks) {
        List<CustomMetric> all = new ArrayList<>();
        for (TaskMetrics task : tasks) {
            String id = task.component();
            int number = task.task();
            task.counters()
                    .forEach((name, value) ->
                            all.add(new CustomMetric(id, number, name, Kind.COUNTER, value, LatencySummary.NONE)));
            task.gauges()
                    .forEach((name, value) ->
                            all.add(new CustomMetric(id, number, name, Kind.GAUGE, value, LatencySummary.NONE)));
            task.timers()
                    .forEach((name, timer) ->
                            all.add(new CustomMetric(id, number, name, Kind.TIMER, timer.count(), timer)));
        }
        return all;
    }

    /** Returns the table of these metrics. */
    public static List<String> lines(String title, List<CustomMetric> metrics) {
        TextTable table = new TextTable(title, "TASK", "METRIC", "KIND", "VALUE", "P50", "P99", "MAX");
        for (CustomMetric metric : metrics) {
            boolean timed = metric.latency().count() > 0;
            table.row(
                    metric.component(),
                    metric.task(),
                    metric.name(),
                    metric.kind().name().toLowerCase(Locale.ROOT),
                    Format.number(metric.value()),
                    timed ? Format.nanos(metric.latency().p50Nanos()) : "-",
                    timed ? Format.nanos(metric.latency().p99Nanos()) : "-",
                    timed ? Format.nanos(metric.latency().maxNanos()) : "-");
        }
        return table.lines();
    }

    /** Whether the metric is measured by the engine or a bolt of its library, and not by the author. */
    public boolean isOfEngine() {
        return kind != Kind.COUNTER && BuiltInMeters.has(name);
    }
}
