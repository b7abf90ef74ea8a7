// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traffic;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.TextTable;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.TrafficReport.ComponentFlow;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import io.millrace.cluster.model.TrafficReport.TaskLoad;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables of traffic and CPU by component, and by task on request. */
public final class TrafficText {

    private TrafficText() {}

    /** @param tasks whether to show every pair of tasks and every task */
    public static List<String> lines(TrafficReport report, boolean tasks) {
        if (!report.measured()) {
            return List.of(String.format(
                    Locale.ROOT,
                    "%s: nothing is measured yet; the first figures come one to two intervals (monitor.interval, here"
                            + " %s) after the start of the workers or the controller",
                    report.topology(),
                    Format.decimal(report.intervalSeconds(), 0, " s")));
        }
        List<String> lines = new ArrayList<>();
        lines.add(summary(report));
        lines.add("");
        lines.addAll(components(report.components()).lines());
        if (tasks) {
            lines.add("");
            lines.addAll(flows(report.flows()).lines());
        }
        lines.add("");
        lines.addAll((tasks ? loads(report.tasks()) : componentLoads(report.tasks())).lines());
        return lines;
    }

    private static String summary(TrafficReport report) {
        double all =
                report.flows().stream().mapToDouble(Flow::messagesPerSecond).sum();
        double remote = report.flows().stream()
                .filter(flow -> flow.distance() == Distance.REMOTE)
                .mapToDouble(Flow::messagesPerSecond)
                .sum();
        return String.format(
                Locale.ROOT,
                "%s: %s messages/s, %s of them between nodes, %s processors; measured %s ago, each %s",
                report.topology(),
                rate(all),
                Format.share(all == 0 ? 0 : remote / all),
                processors(report.tasks().stream().mapToDouble(TaskLoad::cpu).sum()),
                Format.decimal(report.ageSeconds(), 0, " s"),
                Format.decimal(report.intervalSeconds(), 0, " s"));
    }

    private static TextTable components(List<ComponentFlow> flows) {
        TextTable table = new TextTable(
                "SOURCE", "TARGET", "MESSAGES/S", "BYTES/S", "EXECUTOR", "WORKER", "NODE", "BETWEEN NODES");
        flows.forEach(flow -> table.row(
                flow.source(),
                flow.target(),
                rate(flow.messagesPerSecond()),
                rate(flow.bytesPerSecond()),
                Format.share(flow.executorShare()),
                Format.share(flow.workerShare()),
                Format.share(flow.nodeShare()),
                Format.share(flow.remoteShare())));
        return table;
    }

    private static TextTable flows(List<Flow> flows) {
        TextTable table = new TextTable("TASK", "SOURCE", "TO TASK", "TARGET", "MESSAGES/S", "BYTES/S", "BOTH RUN ON");
        flows.forEach(flow -> table.row(
                flow.sourceTask(),
                flow.source(),
                flow.targetTask(),
                flow.target(),
                rate(flow.messagesPerSecond()),
                rate(flow.bytesPerSecond()),
                described(flow.distance())));
        return table;
    }

    private static String described(Distance distance) {
        return switch (distance) {
            case EXECUTOR -> "one executor";
            case WORKER -> "one worker";
            case NODE -> "one node";
            case REMOTE -> "two nodes";
            case UNKNOWN -> "?";
        };
    }

    private static TextTable loads(List<TaskLoad> tasks) {
        TextTable table = new TextTable("TASK", "COMPONENT", "CPU", "WORKER", "EXECUTOR", "NODE");
        tasks.forEach(task -> table.row(
                task.task(), task.component(), processors(task.cpu()), task.worker(), task.executor(), task.node()));
        return table;
    }

    private static TextTable componentLoads(List<TaskLoad> tasks) {
        Map<String, List<TaskLoad>> byComponent = new LinkedHashMap<>();
        tasks.forEach(task -> byComponent
                .computeIfAbsent(task.component(), none -> new ArrayList<>())
                .add(task));
        TextTable table = new TextTable("COMPONENT", "TASKS", "CPU", "BUSIEST TASK");
        byComponent.forEach((component, of) -> table.row(
                component,
                of.size(),
                processors(of.stream().mapToDouble(TaskLoad::cpu).sum()),
                processors(of.stream().mapToDouble(TaskLoad::cpu).max().orElse(0))));
        return table;
    }

    private static String rate(double perSecond) {
        return Format.decimal(perSecond, perSecond < 10 ? 2 : 0);
    }

    private static String processors(double cpu) {
        return Format.decimal(cpu, 3);
    }
}
