package io.millrace.cli;

import io.millrace.cli.terminal.Table;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.NodeInfo;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "nodes", description = "Shows the nodes that are up, have tasks, or are drained.")
final class NodesCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    public void run() {
        try (Cluster cluster = millrace.connect()) {
            List<NodeInfo> nodes = cluster.nodes();
            Table table = new Table("NODE", "HOST", "PID", "CORES", "SLOTS", "USED", "STATE");
            nodes.forEach(node -> row(table, node));
            millrace.print(nodes, () -> {
                table.print(millrace.terminal());
                nodes.forEach(node -> node.left().forEach(left -> millrace.terminal().line(line(node, left))));
            });
        }
    }

    private static void row(Table table, NodeInfo node) {
        boolean up = node.host() != null;
        table.row(
                node.node(),
                up ? node.host() : "-",
                up ? node.pid() : "-",
                up ? node.cores() : "-",
                up ? node.slots() : "-",
                node.usedSlots(),
                node.state());
    }

    /** What a drained node has left; one line if it has nothing. */
    static List<String> drained(NodeInfo node) {
        return node.left().isEmpty()
                ? List.of("drained " + node.node() + ": nothing runs there")
                : node.left().stream().map(left -> line(node, left)).toList();
    }

    private static String line(NodeInfo node, NodeInfo.Left left) {
        return node.node() + " is being drained: topology '" + left.topology() + "' " + left.why();
    }
}
