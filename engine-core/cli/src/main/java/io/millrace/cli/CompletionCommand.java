// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        description = "Prints a completion script for bash and zsh: source <(millrace completion)")
final class CompletionCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        millrace.terminal().line(AutoComplete.bash("millrace", spec.root().commandLine()));
    }
}
