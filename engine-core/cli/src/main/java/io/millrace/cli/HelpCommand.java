// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(name = "help", description = "Explains a command, or lists all commands.")
final class HelpCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Name of the command, of one or two words.")
    private List<String> command = List.of();

    @Override
    public void run() {
        CommandLine explained = spec.root().commandLine();
        for (String word : command) {
            explained = explained.getSubcommands().get(word);
            if (explained == null) {
                throw new CommandFailure(
                        ExitCode.USAGE, "no command '" + String.join(" ", command) + "': 'millrace help' lists them");
            }
        }
        explained.usage(millrace.terminal().out());
    }
}
