// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRecord.State;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.cluster.model.SavepointRequest;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "savepoint",
        description = "Keeps the states of a running topology, so that another one can begin with them"
                + " ('millrace submit --from').",
        subcommands = {SavepointShowCommand.class, SavepointVerifyCommand.class})
final class SavepointCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TOPOLOGY", arity = "0..1", description = "Name of the topology.")
    private String name;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "An empty or new directory that the topology's workers reach, or a location of a store"
                    + " (default: savepoints/ID-NUMBER below topology.state.dir).")
    private String location;

    @ArgGroup
    private End end = new End();

    /** The fate of the topology. */
    private static final class End {
        @Option(
                names = "--stop",
                description =
                        "Stop the spouts first, so that the savepoint contains all that they have emitted; then kill"
                                + " the topology. If the savepoint fails, the topology goes on.")
        private boolean stop;

        @Option(names = "--kill", description = "Kill the topology as soon as the savepoint is made.")
        private boolean kill;
    }

    @Mixin
    private WaitOptions waiting;

    @Override
    public void run() {
        if (name == null) {
            throw new ParameterException(spec.commandLine(), "no topology: give its name, or 'show' or 'verify'");
        }
        Then then = end.stop ? Then.STOP : end.kill ? Then.KILL : Then.GO_ON;
        try (Cluster cluster = millrace.connect()) {
            SavepointRecord asked =
                    cluster.savepoint(name, new SavepointRequest(SavepointLocations.absolute(location), then));
            SavepointRecord shown = waiting.wanted() ? waiting.untilSaved(cluster, name, asked.number()) : asked;
            if (shown.state() == State.FAILED) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "savepoint " + shown.number() + " was not made, and '" + name + "' goes on: "
                                + shown.failure());
            }
            millrace.print(shown, () -> millrace.terminal().line(said(shown)));
        }
    }

    private String said(SavepointRecord savepoint) {
        return savepoint.isAsked()
                ? "making savepoint " + savepoint.number() + " of " + name + " in " + savepoint.location()
                : "made savepoint " + savepoint.number() + " of " + name + " in " + savepoint.location() + ", "
                        + savepoint.answer().bytes() + " bytes"
                        + (savepoint.then() == Then.GO_ON ? "" : "; killing " + name);
    }

    MillraceCommand millrace() {
        return millrace;
    }
}
