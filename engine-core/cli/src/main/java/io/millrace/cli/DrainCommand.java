// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.NodeInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "drain",
        description = "Moves everything off a node for maintenance; nothing is placed there until 'millrace undrain'.")
final class DrainCommand extends ClusterCommand {

    @Parameters(paramLabel = "NODE", description = "Name of the node, as 'millrace nodes' shows it.")
    private String node;

    @Mixin
    private WaitOptions waiting;

    @Override
    void ask(Cluster cluster) {
        NodeInfo asked = cluster.drain(node);
        NodeInfo now = waiting.wanted() ? waiting.untilDrained(cluster, node) : asked;
        millrace.print(now, NodesCommand.drained(now));
    }
}
