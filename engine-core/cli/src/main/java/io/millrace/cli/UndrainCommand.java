package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.NodeInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "undrain", description = "Takes a drained node back: tasks may be placed there again.")
final class UndrainCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "NODE", description = "Name of the node, as 'millrace nodes' shows it.")
    private String node;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            NodeInfo now = cluster.undrain(node);
            millrace.print(
                    now,
                    () -> millrace.terminal()
                            .line("undrained " + node + ": 'millrace rebalance TOPOLOGY' moves tasks there"));
        }
    }
}
