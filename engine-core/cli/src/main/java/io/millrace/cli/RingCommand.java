// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "ring",
        description = "Inspects the rings in shared memory.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = RingStatCommand.class)
final class RingCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command: give 'stat'");
    }

    MillraceCommand millrace() {
        return millrace;
    }
}
