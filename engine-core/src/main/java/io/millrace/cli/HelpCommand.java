package io.millrace.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(name = "help", description = "Explains a command, or lists them all.")
final class HelpCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "Its name.")
    private String command;

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        CommandLine explained = command == null ? root : root.getSubcommands().get(command);
        if (explained == null) {
            throw new CommandFailure(ExitCode.USAGE, "no command '" + command + "': 'millrace help' lists them");
        }
        explained.usage(millrace.terminal().out());
    }
}
