package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "supervisor",
        description = "Runs this node's supervisor: it starts workers, and restarts them when they die.")
final class SupervisorCommand extends DaemonCommand {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    MillraceCommand millrace() {
        return millrace;
    }

    @Override
    Backend.Role role() {
        return Backend.Role.SUPERVISOR;
    }
}
