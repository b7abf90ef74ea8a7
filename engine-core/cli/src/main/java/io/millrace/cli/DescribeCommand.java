// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.peers.PeerText;
import io.millrace.cli.peers.RegionText;
import io.millrace.cli.rebalance.DecisionText;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.terminal.TextTable;
import io.millrace.cli.traffic.TrafficText;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.WorkerDeath;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "describe",
        description = {
            "Shows a topology: its components, its workers, and which task runs where.",
            "With --traffic: message rates between components, their distances, and CPU use, as the controller measures"
                    + " them every monitor.interval.",
            "With --peers: traffic between its workers on different nodes: round trips, credit, batches, drops.",
            "With --decisions: the decisions of automatic rebalancing, and of tasks about their engines, with their"
                    + " reasons."
        })
final class DescribeCommand extends TopologyCommand {

    @Option(names = "--traffic", description = "Show traffic and CPU use instead.")
    private boolean traffic;

    @Option(names = "--tasks", description = "With --traffic: also by pair of tasks, and by task.")
    private boolean tasks;

    @Option(names = "--peers", description = "Show traffic between workers on different nodes instead.")
    private boolean peers;

    @Option(
            names = "--decisions",
            description = "Show the decisions of automatic rebalancing and about engines instead.")
    private boolean decisions;

    @Override
    void check() {
        List<String> views = views();
        if (views.size() > 1) {
            throw new CommandFailure(
                    ExitCode.USAGE, views.get(0) + " and " + views.get(1) + " are two views: give one of them");
        }
        if (tasks && !traffic) {
            throw new CommandFailure(ExitCode.USAGE, "--tasks belongs to --traffic: give both, or none");
        }
    }

    @Override
    void ask(Cluster cluster) {
        if (decisions) {
            RebalanceDecisions made = cluster.rebalanceDecisions(name);
            millrace.print(made, DecisionText.lines(made, ZoneId.systemDefault()));
        } else if (traffic) {
            TrafficReport report = cluster.traffic(name);
            millrace.print(report, TrafficText.lines(report, tasks));
        } else if (peers) {
            List<PeerMetrics> report = cluster.metrics(name).peers();
            millrace.print(report, PeerText.lines(report));
        } else {
            TopologyDescription description = cluster.describe(name);
            millrace.print(description, () -> show(description));
        }
    }

    private List<String> views() {
        List<String> views = new ArrayList<>();
        if (peers) {
            views.add("--peers");
        }
        if (decisions) {
            views.add("--decisions");
        }
        if (traffic) {
            views.add("--traffic");
        }
        return views;
    }

    private void show(TopologyDescription description) {
        Terminal terminal = millrace.terminal();
        description.problems().forEach(problem -> terminal.line("problem: " + problem));
        description.hints().forEach(hint -> terminal.line("hint: " + hint));
        ListCommand.table(List.of(description.info())).print(terminal);
        if (!description.submission().jars().isEmpty()) {
            terminal.line("jars: "
                    + description.submission().jars().stream()
                            .map(SubmittedJar::name)
                            .collect(Collectors.joining(", ")));
        }
        terminal.line("");
        TextTable components =
                new TextTable("COMPONENT", "KIND", "TASKS", "PARALLELISM", "EXECUTORS", "INPUTS", "OUTPUTS");
        description
                .components()
                .forEach(part -> components.row(
                        Format.component(part.id(), part.displayName()),
                        part.kind(),
                        part.counts().tasks(),
                        part.counts().parallelism(),
                        part.counts().executors(),
                        join(part.inputs()),
                        join(part.outputs())));
        components.print(terminal);
        description.components().stream()
                .filter(part -> !part.regions().isEmpty())
                .forEach(part -> terminal.line(part.id() + " runs only in " + String.join(" or ", part.regions())));
        terminal.line("");
        workers(description.workers()).print(terminal);
        terminal.line("");
        if (!description.deaths().isEmpty()) {
            deaths(description.deaths()).print(terminal);
            terminal.line("");
        }
        TextTable places = new TextTable("TASK", "COMPONENT", "WORKER", "NODE");
        description
                .placement()
                .forEach(place -> places.row(
                        place.task(),
                        place.component(),
                        place.worker().isEmpty() ? "dormant" : place.worker(),
                        place.node()));
        places.print(terminal);
        if (description.regions().relays() != null
                && !description.regions().relays().isEmpty()) {
            terminal.line("");
            TextTable relays = new TextTable("RELAY", "NODE", "REGION", "UP");
            description
                    .regions()
                    .relays()
                    .forEach(relay ->
                            relays.row(relay.worker(), relay.node(), relay.region(), relay.up() ? "yes" : "no"));
            relays.print(terminal);
        }
        if (description.regions().roundTrips() != null
                && description.regions().roundTrips().regions().size() > 1) {
            terminal.line("");
            RegionText.lines(description.regions().roundTrips()).forEach(terminal::line);
        }
        if (!description.submission().config().isEmpty()) {
            terminal.line("");
            TextTable config = new TextTable("KEY", "VALUE");
            description.submission().config().entrySet().stream()
                    .sorted(java.util.Map.Entry.comparingByKey())
                    .forEach(setting -> config.row(setting.getKey(), setting.getValue()));
            config.print(terminal);
        }
    }

    static TextTable workers(List<WorkerMetrics> workers) {
        TextTable table = new TextTable("WORKER", "NODE", "PID", "EPOCH", "STARTS", "UP");
        workers.forEach(worker -> table.row(
                worker.worker(),
                worker.node(),
                worker.pid(),
                worker.epoch(),
                worker.starts(),
                worker.registered() ? "yes" : "no"));
        return table;
    }

    private static TextTable deaths(List<WorkerDeath> deaths) {
        TextTable table = new TextTable("WORKER", "NODE", "DEATHS", "IN A ROW", "LAST", "EXIT CODE", "CAUSE");
        deaths.forEach(death -> table.row(
                death.worker(),
                death.node(),
                death.deaths(),
                death.inARow(),
                Format.age(Duration.ofMillis(Math.max(0, System.currentTimeMillis() - death.atMillis()))) + " ago",
                death.exitCode() < 0 ? "-" : death.exitCode(),
                death.cause()));
        return table;
    }

    private static String join(List<String> names) {
        return names.isEmpty() ? "-" : String.join("; ", names);
    }
}
