package io.millrace.cli.top;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.LatencyMarks;
import io.millrace.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The text of a cluster's interval. */
public final class TopText {

    private static final String NONE = "-";

    private TopText() {}

    /**
     * @param sort null: components in the order of the topology
     * @param custom whether the components' own metrics are shown
     */
    public static List<String> lines(TopReport report, TopColumn sort, boolean custom) {
        List<String> lines = new ArrayList<>();
        lines.add("cluster " + report.cluster() + ", " + number(report.nodes(), "node") + ", " + report.workersUp()
                + " of " + number(report.workers(), "worker") + " up, "
                + number(report.topologies().size(), "topology", "topologies"));
        report.missing().forEach(name -> lines.add("topology '" + name + "' is not there any more"));
        if (report.topologies().isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.addAll(topologies(report.topologies()));
        for (TopReport.Topology topology : report.topologies()) {
            lines.add("");
            lines.addAll(components(topology, sort));
            topology.waiting().slowSubscribers().forEach(subscriber -> lines.add(subscriber.line()));
            topology.waiting().stuckSpouts().forEach(spout -> lines.add(spout.summary()));
            if (!topology.waiting().eventTimes().isEmpty()) {
                lines.add("");
                lines.addAll(EventTimeText.lines(
                        topology.topology(), topology.waiting().eventTimes()));
            }
            if (!topology.waiting().batches().isEmpty()) {
                lines.add("");
                lines.addAll(
                        BatchText.lines(topology.topology(), topology.waiting().batches()));
            }
            if (!topology.waiting().queues().isEmpty()) {
                lines.add("");
                lines.addAll(
                        QueueText.lines(topology.topology(), topology.waiting().queues()));
            }
            if (!topology.executors().isEmpty()) {
                lines.add("");
                lines.addAll(executors(topology));
            }
            if (custom) {
                lines.add("");
                lines.addAll(CustomMetric.lines(
                        "METRICS OF " + topology.topology(), topology.activity().custom()));
            }
        }
        return lines;
    }

    private static List<String> topologies(List<TopReport.Topology> topologies) {
        Table table = new Table("TOPOLOGY", "STATUS", "WORKERS", "UP", "TASKS", "END-TO-END P50", "P99");
        List<String> notes = new ArrayList<>();
        for (TopReport.Topology topology : topologies) {
            LatencyMarks marks = new LatencyMarks(topology.latency().clockErrorNanos());
            LatencySummary endToEnd = topology.latency().endToEnd();
            table.row(
                    topology.topology(),
                    topology.status().name().toLowerCase(Locale.ROOT),
                    topology.size().workers(),
                    topology.size().workersUp(),
                    topology.size().tasks(),
                    endToEnd.count() == 0 ? NONE : marks.text(endToEnd.p50Nanos()),
                    endToEnd.count() == 0 ? NONE : marks.text(endToEnd.p99Nanos()));
            marks.note().forEach(note -> notes.add(topology.topology() + ": " + note));
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.addAll(notes);
        return lines;
    }

    private static List<String> components(TopReport.Topology topology, TopColumn sort) {
        Table table = new Table(
                "COMPONENT OF " + topology.topology(),
                "TASKS",
                "EXECUTED/S",
                "EMITTED/S",
                "ACKED/S",
                "FAILED/S",
                "ERRORS",
                "SLOW",
                "PENDING",
                "INBOX",
                "OUTBOX",
                "WAIT P50",
                "P99",
                "EXECUTE P50",
                "P99",
                "CAPACITY");
        List<TopReport.Component> components = new ArrayList<>(topology.components());
        if (sort != null) {
            components.sort(sort.order());
        }
        for (TopReport.Component component : components) {
            table.row(
                    Format.component(component.component(), component.displayName()),
                    component.tasks(),
                    rate(component.executedPerSecond()),
                    rate(component.emittedPerSecond()),
                    rate(component.ackedPerSecond()),
                    rate(component.failedPerSecond()),
                    Format.count(component.errors()),
                    Format.count(component.slowCalls()),
                    Format.count(component.pending()),
                    Format.count(component.inbox()),
                    Format.count(component.outbox()),
                    nanos(component.queueWait(), LatencySummary::p50Nanos),
                    nanos(component.queueWait(), LatencySummary::p99Nanos),
                    nanos(component.execute(), LatencySummary::p50Nanos),
                    nanos(component.execute(), LatencySummary::p99Nanos),
                    percent(component.capacity()));
        }
        return table.lines();
    }

    private static List<String> executors(TopReport.Topology topology) {
        Table table = new Table(
                "WORKER OF " + topology.topology(),
                "EXECUTOR",
                "BUSY",
                "BACK-PRESSURED",
                "IDLE",
                "QUEUE",
                "RING",
                "RUNS TASKS");
        for (TopReport.Executor executor : topology.executors()) {
            table.row(
                    executor.worker(),
                    executor.executor(),
                    percent(executor.busy()),
                    percent(executor.backPressured()),
                    percent(executor.idle()),
                    percent(executor.queueFill()),
                    percent(executor.ringFill()),
                    ranges(executor.tasks()));
        }
        return table.lines();
    }

    /** {@code 1-3,7}. */
    private static String ranges(List<Integer> ascending) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ascending.size(); i++) {
            int first = ascending.get(i);
            while (i + 1 < ascending.size() && ascending.get(i + 1) == ascending.get(i) + 1) {
                i++;
            }
            int last = ascending.get(i);
            text.append(text.isEmpty() ? "" : ",").append(first).append(last > first ? "-" + last : "");
        }
        return text.toString();
    }

    private static String number(int count, String thing) {
        return number(count, thing, thing + "s");
    }

    private static String number(int count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    private static String rate(double perSecond) {
        return Format.count(Math.round(perSecond));
    }

    private static String percent(double share) {
        return Format.decimal(100 * share, 0, "%");
    }

    private static String nanos(LatencySummary latency, ToLongFunction<LatencySummary> of) {
        return latency.count() == 0 ? NONE : Format.nanos(of.applyAsLong(latency));
    }
}
