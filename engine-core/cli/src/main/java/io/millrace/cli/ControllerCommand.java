package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "controller",
        description = "Runs a controller: it takes topologies, schedules them and serves their jars.")
final class ControllerCommand extends DaemonCommand {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    MillraceCommand millrace() {
        return millrace;
    }

    @Override
    Backend.Role role() {
        return Backend.Role.CONTROLLER;
    }
}
