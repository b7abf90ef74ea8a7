// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.NodeInfo;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "undrain", description = "Takes a drained node back: tasks may be placed there again.")
final class UndrainCommand extends ClusterCommand {

    @Parameters(paramLabel = "NODE", description = "Name of the node, as 'millrace nodes' shows it.")
    private String node;

    @Override
    void ask(Cluster cluster) {
        NodeInfo now = cluster.undrain(node);
        millrace.print(now, List.of("undrained " + node + ": 'millrace rebalance TOPOLOGY' moves tasks there"));
    }
}
