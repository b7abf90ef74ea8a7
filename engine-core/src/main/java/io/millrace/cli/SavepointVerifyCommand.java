package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "verify", description = "Reads all of a savepoint, and tells what is damaged; needs no cluster.")
final class SavepointVerifyCommand implements Runnable {

    @ParentCommand
    private SavepointCommand parent;

    @Parameters(paramLabel = "DIR", description = "Its directory, or its location in a store.")
    private String location;

    @Override
    public void run() {
        MillraceCommand millrace = parent.millrace();
        List<String> wrong = SavepointLocations.read(location, millrace.config(), SavepointPlace::verify);
        if (!wrong.isEmpty()) {
            throw new CommandFailure(ExitCode.FAILED, String.join(System.lineSeparator(), wrong));
        }
        millrace.print(
                Map.of("location", location, "damaged", List.of()),
                () -> millrace.terminal().line("the savepoint in " + location + " is whole"));
    }
}
