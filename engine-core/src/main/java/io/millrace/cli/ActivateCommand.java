package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "activate", description = "Lets the spouts of a topology emit again.")
final class ActivateCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Its name.")
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
