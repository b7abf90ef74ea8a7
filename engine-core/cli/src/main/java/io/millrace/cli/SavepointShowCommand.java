// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.terminal.TextTable;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.snapshot.store.Manifest.ComponentShape;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.Savepoint.Content;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(name = "show", description = "Shows what a savepoint contains; needs no cluster.")
final class SavepointShowCommand implements Runnable {

    @ParentCommand
    private SavepointCommand parent;

    @Mixin
    private SavepointArguments arguments;

    @Override
    public void run() {
        MillraceCommand millrace = parent.millrace();
        Savepoint savepoint = arguments.read(millrace.config(), SavepointPlace::read);
        millrace.print(savepoint, () -> show(savepoint, millrace.terminal()));
    }

    private static void show(Savepoint savepoint, Terminal terminal) {
        var snapshot = savepoint.snapshot();
        terminal.line("snapshot " + snapshot.snapshotId() + " of " + snapshot.topologyId() + ", "
                + Instant.ofEpochMilli(snapshot.createdMillis()) + ", by Millrace " + snapshot.engineVersion());
        TextTable table =
                new TextTable("COMPONENT", "KIND", "TASKS", "PARTITIONS", "POSITIONS", "PREPARED", "BYTES", "STATES");
        for (ComponentShape component : snapshot.components()) {
            Optional<Content> content = savepoint.contents().stream()
                    .filter(each -> each.component().equals(component.id()))
                    .findFirst();
            table.row(
                    component.id(),
                    component.kind().name().toLowerCase(Locale.ROOT),
                    component.tasks(),
                    content.map(Content::partitions).orElse(0),
                    content.map(Content::positions).orElse(0),
                    content.map(Content::prepared).orElse(0),
                    content.map(Content::bytes).orElse(0L),
                    String.join(
                            ", ",
                            component.states().stream()
                                    .map(state -> state.name() + " (" + String.join(" to ", state.classes()) + ")")
                                    .toList()));
        }
        table.print(terminal);
        WrittenClasses classes = snapshot.classes() == null ? WrittenClasses.NONE : snapshot.classes();
        classes.registered().stream()
                .filter(each -> !each.name().startsWith("java.") && !each.name().startsWith("["))
                .forEach(each -> terminal.line("class " + each.name() + " ("
                        + String.join(
                                ", ",
                                each.members().stream()
                                        .map(WrittenClasses.Member::name)
                                        .toList())
                        + ")"));
        classes.coded().forEach(name -> terminal.line("class " + name + " (by a codec)"));
    }
}
