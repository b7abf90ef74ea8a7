package io.millrace.cli;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.TopologyInfo;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "list", description = "Shows the topologies of the cluster.")
final class ListCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            List<TopologyInfo> topologies = cluster.list();
            millrace.print(topologies, () -> {
                table(topologies).print(millrace.terminal());
                topologies.stream()
                        .filter(topology -> !topology.missing().isEmpty())
                        .forEach(topology -> millrace.terminal()
                                .line(topology.name() + " waits for " + String.join(", ", topology.missing())
                                        + ": see 'millrace describe " + topology.name() + "'"));
                topologies.stream()
                        .filter(topology -> topology.failure() != null)
                        .forEach(topology ->
                                millrace.terminal().line(topology.name() + " failed: " + topology.failure()));
            });
        }
    }

    static Table table(List<TopologyInfo> topologies) {
        Table table = new Table("NAME", "STATUS", "TASKS", "WORKERS", "UP", "AGE", "ID");
        for (TopologyInfo topology : topologies) {
            table.row(
                    topology.name(),
                    topology.status().name().toLowerCase(Locale.ROOT),
                    topology.tasks(),
                    topology.workers(),
                    topology.workersUp(),
                    Format.age(Duration.ofMillis(System.currentTimeMillis() - topology.submittedAtMillis())),
                    topology.id());
        }
        return table;
    }
}
