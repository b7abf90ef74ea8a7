package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import java.time.Duration;
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

    boolean enough(int shown) {
        return count != null && shown >= count;
    }
}
