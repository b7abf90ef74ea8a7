// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import java.util.Map;
import picocli.CommandLine.Parameters;

/** A command that asks a cluster about one topology. */
abstract class TopologyCommand extends ClusterCommand {

    @Parameters(index = "0", paramLabel = "TOPOLOGY", description = "Name of the topology.")
    String name;

    /**
     * Prints that a change was made.
     *
     * @param change the change, as JSON has it
     * @param said the text before the topology's name
     */
    void printDone(String change, String said) {
        millrace.print(
                Map.of("name", name, "done", change), () -> millrace.terminal().line(said + " " + name));
    }
}
