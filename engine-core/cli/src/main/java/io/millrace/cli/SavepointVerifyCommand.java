// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(name = "verify", description = "Reads all of a savepoint, and tells what is damaged; needs no cluster.")
final class SavepointVerifyCommand implements Runnable {

    @ParentCommand
    private SavepointCommand parent;

    @Mixin
    private SavepointArguments arguments;

    @Override
    public void run() {
        MillraceCommand millrace = parent.millrace();
        List<String> wrong = arguments.read(millrace.config(), SavepointPlace::verify);
        if (!wrong.isEmpty()) {
            throw new CommandFailure(ExitCode.FAILED, String.join(System.lineSeparator(), wrong));
        }
        millrace.print(
                Map.of("location", arguments.location(), "damaged", List.of()),
                () -> millrace.terminal().line("the savepoint in " + arguments.location() + " is whole"));
    }
}
