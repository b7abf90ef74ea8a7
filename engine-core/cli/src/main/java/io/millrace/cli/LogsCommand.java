// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "logs", description = "Prints the last log lines of a topology's workers.")
final class LogsCommand extends TopologyCommand {

    private static final Duration POLL = Duration.ofMillis(500);

    @Option(names = "--worker", paramLabel = "WORKER", description = "Only this worker, such as w1.")
    private String worker;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "LINES",
            defaultValue = "100",
            description = "Lines per worker (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what workers log from now on, each line after its worker, until Ctrl-C or the end"
                    + " of the topology.")
    private boolean follow;

    @Override
    void check() {
        if (lines < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--lines is " + lines + ": give at least 1");
        }
        if (follow && millrace.json()) {
            throw new CommandFailure(ExitCode.USAGE, "--follow prints lines as they come: leave --json out");
        }
    }

    @Override
    void ask(Cluster cluster) {
        if (follow) {
            follow(cluster);
            return;
        }
        List<LogLines> logs = cluster.logs(name, worker, lines);
        millrace.print(logs, () -> logs.forEach(this::show));
    }

    private void follow(Cluster cluster) {
        Map<String, String> positions = new TreeMap<>();
        print(cluster.logs(name, worker, lines), positions);
        try (StopSignal stop = StopSignal.thatIsNoFailure()) {
            while (!stop.await(POLL)) {
                print(cluster.logs(name, worker, lines, positions), positions);
            }
        } catch (ClusterException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
            // The topology, or the worker, has ended
        }
    }

    private void print(List<LogLines> logs, Map<String, String> positions) {
        for (LogLines log : logs) {
            positions.put(log.worker(), log.position());
            log.lines().forEach(line -> millrace.terminal().line(log.worker() + " | " + line));
        }
    }

    private void show(LogLines log) {
        millrace.terminal().line("==> " + log.worker() + " on " + log.node() + " <==");
        log.lines().forEach(millrace.terminal()::line);
    }
}
