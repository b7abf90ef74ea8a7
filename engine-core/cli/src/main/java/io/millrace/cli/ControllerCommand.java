// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import picocli.CommandLine.Command;

@Command(
        name = "controller",
        description = "Runs a controller: it takes topologies, schedules them and serves their jars.")
final class ControllerCommand extends DaemonCommand {

    ControllerCommand() {
        super(Backend.Role.CONTROLLER);
    }
}
