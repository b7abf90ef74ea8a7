// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import picocli.CommandLine.Command;

@Command(
        name = "supervisor",
        description = "Runs this node's supervisor: it starts workers, and restarts them when they die.")
final class SupervisorCommand extends DaemonCommand {

    SupervisorCommand() {
        super(Backend.Role.SUPERVISOR);
    }
}
