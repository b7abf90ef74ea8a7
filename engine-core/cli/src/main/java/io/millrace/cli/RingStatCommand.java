// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.ring.RingReport;
import io.millrace.cli.ring.RingText;
import io.millrace.cli.ring.RingWatch;
import io.millrace.cli.ring.RingWatches;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.config.Directories;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "stat",
        description = "Shows a ring's counters while it runs: first the totals, then the rates per second, a line per"
                + " interval, until Ctrl-C or the end of the ring. With --json, one document per line and interval.")
final class RingStatCommand implements Runnable {

    private static final ConfigKey<Duration> INTERVAL =
            ConfigKey.duration("--interval", "1 s", Duration.ofMillis(10), Duration.ofHours(1), "");
    private static final int LINES_PER_HEADING = 20;

    @ParentCommand
    private RingCommand ring;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "0..1",
            description =
                    "The ring's file; or a directory, for a table of all rings below it (default: that of ipc.dir).")
    private Path given;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Time between lines, such as 200ms or 5s (default: ${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--count", paramLabel = "LINES", description = "Stop after this many intervals (default: never).")
    private Integer count;

    @Override
    public void run() {
        Duration pause = INTERVAL.read(interval);
        if (count != null && count < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--count is " + count + ": give at least 1");
        }
        Path usual = Directories.ipc(ring.millrace().config());
        Path path = given == null ? usual : given;
        if (Files.notExists(path)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    path.equals(usual)
                            ? "no directory " + path + " (ipc.dir): no worker of this user has run on this machine"
                            : "no file " + path + ": this user's rings lie below " + usual + " (ipc.dir)");
        }
        try (StopSignal stop = new StopSignal()) {
            if (Files.isDirectory(path)) {
                watchAll(path, stop, pause);
            } else {
                watchOne(path, stop, pause);
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, e.getMessage(), e);
        }
    }

    private void watchOne(Path path, StopSignal stop, Duration pause) throws IOException {
        RingWatch watch = new RingWatch(path, System::nanoTime);
        if (!json()) {
            RingText.summary(path.toString(), watch.last()).forEach(terminal()::line);
            terminal().line("");
        }
        for (int line = 0; count == null || line < count; line++) {
            if (stop.await(pause)) {
                return;
            }
            RingReport report = watch.next();
            if (json()) {
                terminal().line(Json.line(report));
            } else {
                if (line % LINES_PER_HEADING == 0) {
                    terminal().line(RingText.heading());
                }
                terminal().line(RingText.line(report));
            }
            if (report.isOver()) {
                say(path + " was " + report.state());
                return;
            }
        }
    }

    private void watchAll(Path path, StopSignal stop, Duration pause) throws IOException {
        RingWatches watches = new RingWatches(path, System::nanoTime);
        if (watches.isEmpty()) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "no ring below " + path + ": is a worker running there?");
        }
        for (int line = 0; count == null || line < count; line++) {
            if (stop.await(pause)) {
                return;
            }
            List<RingReport> reports = watches.next();
            if (json()) {
                terminal().line(Json.line(reports));
            } else {
                terminal().line("");
                RingText.table(reports).forEach(terminal()::line);
            }
            if (watches.isEmpty()) {
                say("no ring is left below " + path);
                return;
            }
        }
    }

    private void say(String end) {
        if (!json()) {
            terminal().line(end);
        }
    }

    private boolean json() {
        return ring.millrace().json();
    }

    private Terminal terminal() {
        return ring.millrace().terminal();
    }
}
