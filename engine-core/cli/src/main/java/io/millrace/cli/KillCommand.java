package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "kill", description = "Kills a topology: spouts stop, components are closed, workers exit.")
final class KillCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Mixin
    private WaitOptions waiting;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            cluster.kill(name, waiting.wanted() ? waiting.most() : Duration.ZERO);
        }
        millrace.print(
                Map.of("name", name, "done", "kill"),
                () -> millrace.terminal().line(waiting.wanted() ? "killed " + name : "killing " + name));
    }
}
