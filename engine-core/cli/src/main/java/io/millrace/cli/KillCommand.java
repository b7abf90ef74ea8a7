// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "kill", description = "Kills a topology: spouts stop, components are closed, workers exit.")
final class KillCommand extends TopologyCommand {

    @Mixin
    private WaitOptions waiting;

    @Override
    void ask(Cluster cluster) {
        cluster.kill(name, waiting.wanted() ? waiting.most() : Duration.ZERO);
        printDone("kill", waiting.wanted() ? "killed" : "killing");
    }
}
