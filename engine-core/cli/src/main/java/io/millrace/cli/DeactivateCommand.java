// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import picocli.CommandLine.Command;

@Command(
        name = "deactivate",
        description = "Deactivates a topology: its spouts stop emitting; tuples in flight are processed.")
final class DeactivateCommand extends TopologyCommand {

    @Override
    void ask(Cluster cluster) {
        cluster.deactivate(name);
        printDone("deactivate", "deactivated");
    }
}
