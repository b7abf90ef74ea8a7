package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "activate", description = "Activates a topology: its spouts emit again.")
final class ActivateCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            cluster.activate(name);
        }
        millrace.print(
                Map.of("name", name, "done", "activate"),
                () -> millrace.terminal().line("activated " + name));
    }
}
