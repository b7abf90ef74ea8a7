package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "deactivate", description = "Keeps the spouts of a topology from emitting; what is under way goes on.")
final class DeactivateCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Its name.")
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
