// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.cli.backend.Installation;
import io.millrace.cli.backend.Settings;
import io.millrace.cli.demo.Demo;
import io.millrace.cli.demo.DemoOptions;
import io.millrace.cli.demo.DemoReport;
import io.millrace.cli.demo.DemoText;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "demo",
        description =
                "Counts the words of real text in two worker processes on this machine, kills one of them, and checks"
                        + " the counts.")
final class DemoCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";

    @ParentCommand
    private MillraceCommand millrace;

    @Option(
            names = "--input",
            paramLabel = "FILE|DIR|-",
            description = "Text file, directory of text files, or - for standard input"
                    + " (default: this program's documentation and sources).")
    private String input;

    @Option(
            names = "--repeat",
            paramLabel = "TIMES",
            description = "Read the input this often (default: once; the default input for about 10 s).")
    private Integer repeat;

    @Option(
            names = "--rate",
            paramLabel = "PER_SECOND",
            defaultValue = "2000",
            description = "Sentences per second, 0 for as fast as possible (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = "--workers",
            paramLabel = "NUMBER",
            defaultValue = "2",
            description = "Worker processes (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--no-kill",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Whether to kill a worker with SIGKILL when half of the work is done (default: kill one).")
    private boolean kill;

    @SuppressWarnings("try")
    @Override
    public Integer call() {
        OwnLimits.checkForCluster();
        DemoOptions options = options();
        Terminal terminal = millrace.terminal();
        Terminal shown =
                millrace.json() ? new Terminal(terminal.in(), terminal.err(), terminal.err(), false) : terminal;
        Config config = millrace.config();
        try (AuthorsOutput output = AuthorsOutput.of(millrace);
                StopSignal stop = new StopSignal()) {
            Optional<DemoReport> report =
                    new Demo(options, () -> millrace.backend().embed(config), shown, stop).run();
            report.ifPresent(some -> millrace.print(some, () -> some.print(terminal)));
            return report.filter(DemoReport::exact).isPresent() ? ExitCode.DONE : ExitCode.FAILED;
        }
    }

    private DemoOptions options() {
        if (rate < 0 || workers < 1 || repeat != null && repeat < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--rate takes 0 or more, --workers and --repeat 1 or more");
        }
        Installation installation = millrace.installation()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.FAILED,
                        "the demo needs the distribution around it: start bin/millrace, not the class"));
        Optional<Integer> passes =
                Optional.ofNullable(repeat).or(() -> Optional.ofNullable(input).map(own -> 1));
        return new DemoOptions(
                input(installation),
                passes,
                rate,
                workers,
                kill,
                new DemoOptions.Program(installation.wordCountJar(), List.of(installation.connector("files"))),
                Settings.ofTopology(millrace.settings()));
    }

    private DemoOptions.Input input(Installation installation) {
        if (input == null) {
            return copy -> DemoText.prose(installation.text(), copy);
        }
        return input.equals(STANDARD_INPUT)
                ? copy -> DemoText.gather(millrace.terminal().in(), copy)
                : copy -> DemoText.gather(List.of(Path.of(input)), copy);
    }
}
