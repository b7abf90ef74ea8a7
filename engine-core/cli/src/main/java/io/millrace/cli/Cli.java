// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import io.millrace.cli.backend.Installation;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.Failures;
import io.millrace.cli.terminal.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** Runs one command line without process-wide effects, so that tests can run many. */
public final class Cli {

    private final MillraceCommand root;
    private final Terminal terminal;
    private final CommandLine commandLine;

    /** @param installation the place where the program is installed; empty if its launcher did not start it */
    public Cli(Backend backend, Terminal terminal, Optional<Installation> installation) {
        this.terminal = terminal;
        this.root = new MillraceCommand(backend, terminal, installation);
        this.commandLine = new CommandLine(root);
        commandLine.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        for (String runsAMain : List.of("submit", "local")) {
            commandLine.getSubcommands().get(runsAMain).setUnmatchedOptionsArePositionalParams(true);
        }
        commandLine.setParameterExceptionHandler((wrong, args) -> usageError(wrong));
        commandLine.setExecutionExceptionHandler((thrown, command, parsed) -> failure(thrown));
    }

    public int run(String... args) {
        return commandLine.execute(args);
    }

    private int usageError(CommandLine.ParameterException wrong) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        String text = wrong.getMessage().strip().replaceAll("\\s*\\R\\s*", " ");
        terminal.errorLine("millrace: " + text + ("millrace".equals(command) ? "" : "; see '" + command + " -h'"));
        return ExitCode.USAGE;
    }

    private int failure(Exception thrown) {
        Failures.lines(thrown).forEach(line -> terminal.errorLine("millrace: " + line));
        if (root.verbose()) {
            StringWriter stack = new StringWriter();
            thrown.printStackTrace(new PrintWriter(stack));
            terminal.errorLine(stack.toString().stripTrailing());
        }
        return Failures.exitCode(thrown);
    }
}
