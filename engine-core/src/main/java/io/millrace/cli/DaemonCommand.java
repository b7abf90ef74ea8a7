package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import io.millrace.cli.exit.StopSignal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Runs a daemon until a signal. */
abstract class DaemonCommand implements Runnable {

    private static final Duration FOREVER = Duration.ofDays(100_000);

    abstract MillraceCommand millrace();

    abstract Backend.Role role();

    @Override
    public void run() {
        MillraceCommand millrace = millrace();
        try (StopSignal stop = new StopSignal();
                Backend.Running running = millrace.backend().start(role(), millrace.config())) {
            String name = role().name().toLowerCase(Locale.ROOT);
            millrace.print(
                    Map.of("daemon", name, "at", running.description()),
                    () -> millrace.terminal().line(name + " is up: " + running.description()));
            stop.await(FOREVER);
        }
    }
}
