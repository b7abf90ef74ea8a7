// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.LatencyMarks;
import io.millrace.cli.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The text of a cluster's activity in an interval. */
public final class TopText {

    private static final String NONE = "-";

    private TopText() {}

    /**
     * @param sort the column; null for components in the order of the topology
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
        TextTable table = new TextTable("TOPOLOGY", "STATUS", "WORKERS", "UP", "TASKS", "END-TO-END P50", "P99");
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
        List<TopReport.Component> components = new ArrayList<>(topology.components());
        if (sort != null) {
            components.sort(sort.order());
        }
        return new Columns<TopReport.Component>()
                .add(
                        "COMPONENT OF " + topology.topology(),
                        component -> Format.component(component.component(), component.displayName()))
                .add("TASKS", component -> component.tasks())
                .add("EXECUTED/S", component -> rate(component.executedPerSecond()))
                .add("EMITTED/S", component -> rate(component.emittedPerSecond()))
                .add("ACKED/S", component -> rate(component.ackedPerSecond()))
                .add("FAILED/S", component -> rate(component.failedPerSecond()))
                .add("ERRORS", component -> Format.count(component.errors()))
                .add("SLOW", component -> Format.count(component.slowCalls()))
                .add("PENDING", component -> Format.count(component.pending()))
                .add("INBOX", component -> Format.count(component.inbox()))
                .add("OUTBOX", component -> Format.count(component.outbox()))
                .add("WAIT P50", component -> nanos(component.queueWait(), LatencySummary::p50Nanos))
                .add("P99", component -> nanos(component.queueWait(), LatencySummary::p99Nanos))
                .add("EXECUTE P50", component -> nanos(component.execute(), LatencySummary::p50Nanos))
                .add("P99", component -> nanos(component.execute(), LatencySummary::p99Nanos))
                .add("CAPACITY", component -> percent(component.capacity()))
                .lines(components);
    }

    private static List<String> executors(TopReport.Topology topology) {
        return new Columns<TopReport.Executor>()
                .add("WORKER OF " + topology.topology(), executor -> executor.worker())
                .add("EXECUTOR", executor -> executor.executor())
                .add("BUSY", executor -> percent(executor.busy()))
                .add("BACK-PRESSURED", executor -> percent(executor.backPressured()))
                .add("IDLE", executor -> percent(executor.idle()))
                .add("QUEUE", executor -> percent(executor.queueFill()))
                .add("RING", executor -> percent(executor.ringFill()))
                .add("RUNS TASKS", executor -> ranges(executor.tasks()))
                .lines(topology.executors());
    }

    /** Returns numbers as ranges: {@code 1-3,7}. */
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
