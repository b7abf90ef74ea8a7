package io.millrace.cli;

import io.millrace.cli.terminal.Table;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.NodeInfo;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "nodes", description = "Shows the nodes with a supervisor that is up.")
final class NodesCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            List<NodeInfo> nodes = cluster.nodes();
            Table table = new Table("NODE", "HOST", "PID", "CORES", "SLOTS", "USED");
            nodes.forEach(node ->
                    table.row(node.node(), node.host(), node.pid(), node.cores(), node.slots(), node.usedSlots()));
            millrace.print(nodes, () -> table.print(millrace.terminal()));
        }
    }
}
