// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.terminal.Screen;
import io.millrace.cli.terminal.ScreenSize;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The interval and the number of repetitions of a command. */
final class WatchOptions {

    private static final String UNLESS_TOLD = "1 s";
    private static final ConfigKey<Duration> INTERVAL =
            ConfigKey.duration("--interval", UNLESS_TOLD, Duration.ofMillis(10), Duration.ofHours(1), "");

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            description = "Time between readings, such as 200ms or 5s (default: 1s).")
    private String interval;

    @Option(names = "--count", paramLabel = "TIMES", description = "Stop after this many readings.")
    private Integer count;

    /** The value and the lines that a command has read at one time. */
    record Reading(Object value, List<String> lines) {}

    boolean wanted() {
        return interval != null || count != null;
    }

    Duration pause() {
        return INTERVAL.read(interval == null ? UNLESS_TOLD : interval);
    }

    void check() {
        pause();
        if (count != null && count < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--count is " + count + ": give at least 1");
        }
    }

    /**
     * Prints readings of a cluster.
     *
     * @param repeated whether readings are repeated until a signal comes or the number of readings is reached
     */
    void print(MillraceCommand millrace, boolean repeated, Function<Cluster, Reading> read) {
        try (StopSignal stop = StopSignal.thatIsNoFailure();
                Cluster cluster = millrace.connect()) {
            if (!repeated) {
                Reading once = read.apply(cluster);
                millrace.print(once.value(), once.lines());
                return;
            }
            Screen screen = new Screen(millrace.terminal(), ScreenSize::ofTerminal);
            int shown = 0;
            do {
                Reading now = read.apply(cluster);
                if (millrace.json()) {
                    millrace.terminal().line(Json.line(now.value()));
                } else {
                    screen.show(now.lines());
                }
                shown++;
            } while (!enough(shown) && !stop.await(pause()));
        }
    }

    boolean enough(int shown) {
        return count != null && shown >= count;
    }
}
