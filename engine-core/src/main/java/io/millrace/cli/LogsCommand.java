package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.LogLines;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "logs", description = "Prints the last log lines of a topology's workers.")
final class LogsCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Option(names = "--worker", paramLabel = "WORKER", description = "Only this worker, such as w1.")
    private String worker;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "LINES",
            defaultValue = "100",
            description = "Lines per worker (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Override
    public void run() {
        if (lines < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--lines is " + lines + ": give at least 1");
        }
        try (Cluster cluster = millrace.connect()) {
            List<LogLines> logs = cluster.logs(name, worker, lines);
            millrace.print(logs, () -> logs.forEach(this::show));
        }
    }

    private void show(LogLines log) {
        millrace.terminal().line("==> " + log.worker() + " on " + log.node() + " <==");
        log.lines().forEach(millrace.terminal()::line);
    }
}
