package io.millrace.cli;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cli.snapshots.SnapshotText;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.LatencyMarks;
import io.millrace.cli.terminal.Table;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.top.CustomMetric;
import io.millrace.cluster.client.Cluster;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "metrics",
        description = {
            "Shows the counts of a topology's tasks since their workers started: first the counters, gauges and timers"
                    + " of the author, then the tasks and latencies.",
            "With --all: also what the engine and its library measure of a task, such as event time, queues, windows"
                    + " and engines."
        })
final class MetricsCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Option(names = "--all", description = "Show the gauges and timers of the engine, too.")
    private boolean all;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            TopologyMetrics metrics = cluster.metrics(name);
            millrace.print(metrics, () -> show(metrics));
        }
    }

    private void show(TopologyMetrics metrics) {
        Terminal terminal = millrace.terminal();
        List<CustomMetric> own = CustomMetric.of(metrics.tasks());
        show(own.stream().filter(metric -> !metric.isOfEngine()).toList());
        Table tasks = new Table(
                "TASK",
                "COMPONENT",
                "WORKER",
                "EMITTED",
                "EXECUTED",
                "ACKED",
                "FAILED",
                "ERRORS",
                "SLOW",
                "PENDING",
                "INBOX",
                "OUTBOX");
        for (TaskMetrics task : metrics.tasks()) {
            tasks.row(
                    task.task(),
                    task.component(),
                    task.worker(),
                    Format.count(task.emitted()),
                    Format.count(task.executed()),
                    Format.count(task.acked()),
                    Format.count(task.failed()),
                    Format.count(task.errors()),
                    Format.count(task.slowCalls()),
                    Format.count(task.pending()),
                    Format.count(task.inbox()),
                    Format.count(task.outbox()));
        }
        tasks.print(terminal);
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
