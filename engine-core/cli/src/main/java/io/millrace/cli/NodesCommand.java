// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.terminal.TextTable;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.NodeInfo;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "nodes",
        description =
                "Shows the nodes that are up, have tasks, or are drained, the controllers, and the versions of all.")
final class NodesCommand extends ClusterCommand {

    @Override
    void ask(Cluster cluster) {
        List<NodeInfo> nodes = cluster.nodes();
        TextTable table = new TextTable(
                "NODE", "REGION", "HOST", "PID", "CORES", "SLOTS", "USED", "STATE", "VERSION", "OF WORKERS");
        nodes.forEach(node -> row(table, node));
        millrace.print(nodes, () -> {
            table.print(millrace.terminal());
            millrace.terminal().line("");
            controllers(cluster.controllers()).print(millrace.terminal());
            nodes.forEach(node ->
                    node.left().forEach(left -> millrace.terminal().line(line(node, left))));
        });
    }

    private static void row(TextTable table, NodeInfo node) {
        NodeInfo.Process process = node.process();
        boolean up = process.host() != null;
        table.row(
                node.node(),
                text(node.place().region()),
                up ? process.host() : "-",
                up ? process.pid() : "-",
                up ? process.cores() : "-",
                node.place().relay() ? "relay" : up ? process.slots() : "-",
                node.usedSlots(),
                node.state(),
                text(node.versions().version()),
                text(String.join(", ", node.versions().workerVersions())));
    }

    private static String text(String known) {
        return known == null || known.isEmpty() ? "-" : known;
    }

    private static TextTable controllers(List<ControllerInfo> controllers) {
        TextTable table = new TextTable("CONTROLLER", "PID", "LEADS", "VERSION");
        controllers.forEach(
                up -> table.row(up.host() + ":" + up.port(), up.pid(), up.leads() ? "yes" : "no", text(up.version())));
        return table;
    }

    /** Returns lines about what is left on a drained node; one line if nothing is left. */
    static List<String> drained(NodeInfo node) {
        return node.left().isEmpty()
                ? List.of("drained " + node.node() + ": nothing runs there")
                : node.left().stream().map(left -> line(node, left)).toList();
    }

    private static String line(NodeInfo node, NodeInfo.Left left) {
        return node.node() + " is being drained: topology '" + left.topology() + "' " + left.why();
    }
}
