// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceReport.Figures;
import io.millrace.api.rebalance.RebalanceReport.Place;
import io.millrace.api.rebalance.RebalanceReport.Spread;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.terminal.TextTable;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.RebalanceState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "rebalance",
        description = "Moves tasks of a running topology to cheaper places, and shows the changes.")
final class RebalanceCommand extends TopologyCommand {

    @Option(names = "--dry-run", description = "Show the changes without making them.")
    private boolean dryRun;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "Place all tasks by this algorithm (default: move only tasks whose move pays).")
    private String algorithm;

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "WORKERS",
            description = "Maximum of workers (default: the current number).")
    private Integer workers;

    @Option(
            names = {"-e", "--executors"},
            paramLabel = "COMPONENT=N",
            description =
                    "Maximum of executors for the component; may be given several times. Tasks stay as many. Alone,"
                            + " it moves no task.")
    private List<String> executorOptions = List.of();

    @Option(
            names = {"-t", "--tasks"},
            paramLabel = "COMPONENT=N",
            description =
                    "Number of tasks of the bolt; may be given several times. States are divided anew by their keys."
                            + " All workers are replaced.")
    private List<String> taskOptions = List.of();

    @Option(
            names = "--auto",
            paramLabel = "on|off",
            description = "Turn automatic rebalancing on or off; moves nothing now."
                    + " 'millrace describe TOPOLOGY --decisions' shows its decisions.")
    private String auto;

    @Mixin
    private WaitOptions waiting;

    /** The request; null with {@code --auto}. */
    private RebalanceRequest request;

    @Override
    void check() {
        if (auto != null) {
            checkAutomatic();
            return;
        }
        if (workers != null && workers < 1) {
            throw new CommandFailure(ExitCode.USAGE, "-w is " + workers + ": a topology has at least 1 worker");
        }
        request = new RebalanceRequest(
                dryRun,
                algorithm,
                workers == null ? 0 : workers,
                numbers("-e", executorOptions, "executor"),
                numbers("-t", taskOptions, "task"));
    }

    @Override
    void ask(Cluster cluster) {
        if (auto != null) {
            cluster.set(name, new AutoRebalanceRequest(auto.equals("on")));
            millrace.print(
                    Map.of("name", name, "automatic", auto.equals("on")),
                    List.of("automatic rebalancing of " + name + " is " + auto));
            return;
        }
        RebalanceReport report = cluster.rebalance(name, request);
        if (waiting.wanted() && report.number() != 0) {
            RebalanceState end = waiting.untilRebalanced(cluster, name, report.number());
            if (!end.isDone()) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "the rebalance of '" + name + "' was cancelled, nothing has moved: " + end.outcome());
            }
        }
        millrace.print(report, () -> show(report));
    }

    /**
     * Reads COMPONENT=N; an id may contain the sign too, so the last one counts.
     *
     * @param what the things of which a component has at least one
     */
    private static Map<String, Integer> numbers(String name, List<String> options, String what) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String option : options) {
            int sign = option.lastIndexOf('=');
            try {
                numbers.put(option.substring(0, Math.max(0, sign)), Integer.parseInt(option.substring(sign + 1)));
            } catch (NumberFormatException e) {
                sign = -1;
            }
            if (sign < 0) {
                throw new CommandFailure(ExitCode.USAGE, name + " " + option + ": give COMPONENT=N, such as count=4");
            }
        }
        numbers.forEach((component, number) -> {
            if (number < 1) {
                throw new CommandFailure(
                        ExitCode.USAGE, name + " " + component + "=" + number + ": a component has at least 1 " + what);
            }
        });
        return numbers;
    }

    private void checkAutomatic() {
        if (!auto.equals("on") && !auto.equals("off")) {
            throw new CommandFailure(ExitCode.USAGE, "--auto is '" + auto + "': it takes on or off");
        }
        if (dryRun
                || algorithm != null
                || workers != null
                || !executorOptions.isEmpty()
                || !taskOptions.isEmpty()
                || waiting.wanted()) {
            throw new CommandFailure(ExitCode.USAGE, "--auto moves nothing now: give it alone");
        }
    }

    private void show(RebalanceReport report) {
        Terminal terminal = millrace.terminal();
        figures(report).print(terminal);
        terminal.line("");
        List<Spread> changed =
                report.executors().stream().filter(Spread::changes).toList();
        if (!changed.isEmpty()) {
            TextTable spreads = new TextTable("COMPONENT", "TASKS", "PARALLELISM", "THEN", "EXECUTORS", "THEN");
            changed.forEach(spread -> spreads.row(
                    spread.component(),
                    spread.tasks(),
                    spread.parallelismBefore(),
                    spread.parallelismAfter(),
                    spread.executorsBefore(),
                    spread.executorsAfter()));
            spreads.print(terminal);
            terminal.line("");
        }
        if (report.restartsWorkers()) {
            TextTable workerTable = new TextTable("WORKER", "NODE", "CHANGE", "TASKS");
            report.workers().staying().forEach(place -> row(workerTable, place, "stays"));
            report.workers().regrouping().forEach(place -> row(workerTable, place, "regroups"));
            report.workers().starting().forEach(place -> row(workerTable, place, "starts"));
            report.workers().ending().forEach(place -> row(workerTable, place, "ends"));
            workerTable.print(terminal);
            terminal.line("");
        }
        if (!report.tasks().moves().isEmpty()) {
            TextTable moves = new TextTable("TASK", "COMPONENT", "FROM", "TO", "REASON");
            report.tasks()
                    .moves()
                    .forEach(move -> moves.row(move.task(), move.component(), move.from(), move.to(), move.reason()));
            moves.print(terminal);
            terminal.line("");
        }
        report.judgement().reasons().forEach(terminal::line);
        terminal.line(outcome(report));
    }

    private String outcome(RebalanceReport report) {
        if (!report.changes()) {
            return "nothing to do: " + name + " stays as it is";
        }
        if (dryRun) {
            return "dry run: nothing was changed";
        }
        if (!report.restartsWorkers()) {
            return "noted the new maximum: the executors of " + name + " stay as they are";
        }
        return (waiting.wanted() ? "rebalanced " : "rebalancing ") + name;
    }

    private static TextTable figures(RebalanceReport report) {
        TextTable table = new TextTable("FIGURE", "BEFORE", "AFTER");
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("traffic between nodes", figures -> Format.share(figures.cutShare())));
        lines.add(new Line("within nodes, inside a worker", figures -> Format.share(figures.workerShare())));
        lines.add(new Line("hop cost per second", figures -> Format.decimal(figures.hopMicrosPerSecond(), 0, " us")));
        lines.add(new Line("mean hop", figures -> Format.decimal(figures.meanHopMicros(), 1, " us")));
        lines.add(new Line("busiest node over its share", figures -> Format.decimal(figures.nodeImbalance(), 2)));
        lines.add(new Line("busiest worker over the mean", figures -> Format.decimal(figures.workerImbalance(), 2)));
        lines.add(new Line("workers", figures -> Format.count(figures.workers())));
        lines.forEach(line -> table.row(
                line.name(),
                line.text().apply(report.placement().before()),
                line.text().apply(report.placement().after())));
        return table;
    }

    private record Line(String name, Function<Figures, String> text) {}

    private static void row(TextTable table, Place place, String change) {
        table.row(
                place.worker(),
                place.node(),
                change,
                String.join(" ", place.tasks().stream().map(String::valueOf).toList()));
    }
}
