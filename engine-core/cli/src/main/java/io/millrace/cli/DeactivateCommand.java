package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "deactivate",
        description = "Deactivates a topology: its spouts stop emitting; tuples in flight are processed.")
final class DeactivateCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            cluster.deactivate(name);
        }
        millrace.print(
                Map.of("name", name, "done", "deactivate"),
                () -> millrace.terminal().line("deactivated " + name));
    }
}
