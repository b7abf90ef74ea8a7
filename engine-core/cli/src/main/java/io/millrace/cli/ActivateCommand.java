// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import picocli.CommandLine.Command;

@Command(name = "activate", description = "Activates a topology: its spouts emit again.")
final class ActivateCommand extends TopologyCommand {

    @Override
    void ask(Cluster cluster) {
        cluster.activate(name);
        printDone("activate", "activated");
    }
}
