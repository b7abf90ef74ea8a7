// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cli.snapshots.SnapshotText;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.LatencyMarks;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.top.CustomMetric;
import io.millrace.cluster.client.Cluster;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "metrics",
        description = {
            "Shows the counts of a topology's tasks since their workers started: first the counters, gauges and timers"
                    + " of the author, then the tasks and latencies.",
            "With --all: also what the engine and its library measure of a task, such as event time, queues, windows"
                    + " and engines."
        })
final class MetricsCommand extends TopologyCommand {

    private static final Columns<TaskMetrics> TASKS = new Columns<TaskMetrics>()
            .add("TASK", task -> task.task())
            .add("COMPONENT", task -> task.component())
            .add("WORKER", task -> task.worker())
            .add("EMITTED", task -> Format.count(task.emitted()))
            .add("EXECUTED", task -> Format.count(task.executed()))
            .add("ACKED", task -> Format.count(task.acked()))
            .add("FAILED", task -> Format.count(task.failed()))
            .add("ERRORS", task -> Format.count(task.errors()))
            .add("SLOW", task -> Format.count(task.slowCalls()))
            .add("PENDING", task -> Format.count(task.pending()))
            .add("INBOX", task -> Format.count(task.inbox()))
            .add("OUTBOX", task -> Format.count(task.outbox()));

    @Option(names = "--all", description = "Show the gauges and timers of the engine, too.")
    private boolean all;

    @Override
    void ask(Cluster cluster) {
        TopologyMetrics metrics = cluster.metrics(name);
        millrace.print(metrics, () -> show(metrics));
    }

    private void show(TopologyMetrics metrics) {
        Terminal terminal = millrace.terminal();
        List<CustomMetric> own = CustomMetric.of(metrics.tasks());
        show(own.stream().filter(metric -> !metric.isOfEngine()).toList());
        TASKS.lines(metrics.tasks()).forEach(terminal::line);
        terminal.line("");
        terminal.line("links: " + links(metrics.links()));
        LatencyMarks marks = new LatencyMarks(metrics.clockErrorNanos());
        terminal.line("latency: " + latency(metrics.endToEnd(), marks));
        terminal.line("lately: " + latency(metrics.recentEndToEnd(), marks));
        marks.note().forEach(terminal::line);
        if (metrics.snapshots() != null) {
            terminal.line("snapshots: " + SnapshotText.summary(metrics.snapshots()));
            SnapshotText.failing(metrics.snapshots()).ifPresent(terminal::line);
        }
        terminal.line(metrics.completed() ? "completed" : "not completed");
        if (all) {
            terminal.line("");
            show(own.stream().filter(CustomMetric::isOfEngine).toList());
        }
    }

    private void show(List<CustomMetric> some) {
        if (!some.isEmpty()) {
            CustomMetric.lines("COMPONENT", some).forEach(millrace.terminal()::line);
            millrace.terminal().line("");
        }
    }

    private static String links(LinkCounts links) {
        return "direct " + Format.count(links.direct())
                + ", queue " + Format.count(links.queue())
                + ", ring " + Format.count(links.ring())
                + ", net " + Format.count(links.net());
    }

    private static String latency(LatencySummary latency, LatencyMarks marks) {
        if (latency.count() == 0) {
            return "nothing measured yet";
        }
        return "p50 " + marks.text(latency.p50Nanos())
                + ", p90 " + marks.text(latency.p90Nanos())
                + ", p99 " + marks.text(latency.p99Nanos())
                + ", p99.9 " + marks.text(latency.p999Nanos())
                + ", max " + marks.text(latency.maxNanos())
                + " of " + Format.count(latency.count());
    }
}
