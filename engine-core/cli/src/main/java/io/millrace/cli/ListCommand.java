// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.snapshots.SnapshotText;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.TextTable;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.TopologyInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

@Command(name = "list", description = "Shows the topologies of the cluster.")
final class ListCommand extends ClusterCommand {

    @Override
    void ask(Cluster cluster) {
        List<TopologyInfo> topologies = cluster.list();
        millrace.print(topologies, () -> {
            table(topologies).print(millrace.terminal());
            topologies.stream()
                    .filter(topology -> !topology.missing().isEmpty() && topology.problem() == null)
                    .forEach(topology -> millrace.terminal()
                            .line(topology.name() + " waits for " + String.join(", ", topology.missing())
                                    + ": see 'millrace describe " + topology.name() + "'"));
            topologies.stream()
                    .filter(topology -> topology.problem() != null)
                    .forEach(topology -> millrace.terminal().line(topology.name() + " " + topology.problem()));
            topologies.forEach(topology -> SnapshotText.failing(topology.snapshots())
                    .ifPresent(line -> millrace.terminal().line(topology.name() + ": " + line)));
            topologies.stream()
                    .filter(topology -> topology.failure() != null)
                    .forEach(topology -> millrace.terminal().line(topology.name() + " failed: " + topology.failure()));
        });
    }

    /** The age of the last commit is shown if any of the topologies takes snapshots. */
    static TextTable table(List<TopologyInfo> topologies) {
        boolean commits = topologies.stream().anyMatch(topology -> topology.snapshots() != null);
        List<String> heading = new ArrayList<>(List.of("NAME", "STATUS", "TASKS", "WORKERS", "UP", "AGE"));
        if (commits) {
            heading.add("COMMITTED");
        }
        heading.add("ID");
        TextTable table = new TextTable(heading.toArray(String[]::new));
        for (TopologyInfo topology : topologies) {
            List<Object> row = new ArrayList<>(List.of(
                    topology.name(),
                    topology.status().name().toLowerCase(Locale.ROOT),
                    topology.size().tasks(),
                    topology.workers(),
                    topology.workersUp(),
                    Format.age(Duration.ofMillis(System.currentTimeMillis() - topology.submittedAtMillis()))));
            if (commits) {
                String age = SnapshotText.age(topology.snapshots());
                row.add(age.equals("-") ? age : age + " ago");
            }
            row.add(topology.id());
            table.row(row.toArray());
        }
        return table;
    }
}
