// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cluster.process.DaemonLog;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ParentCommand;

/** Runs a daemon until a signal. */
abstract class DaemonCommand implements Runnable {

    private static final Duration FOREVER = Duration.ofDays(100_000);

    private final Backend.Role role;

    @ParentCommand
    private MillraceCommand millrace;

    DaemonCommand(Backend.Role role) {
        this.role = role;
    }

    @Override
    public void run() {
        OwnLimits.checkForCluster();
        String name = role.name().toLowerCase(Locale.ROOT);
        Config config = millrace.config();
        DaemonLog log = DaemonLog.open(config, name);
        try (StopSignal stop = new StopSignal();
                Backend.Running running = millrace.backend().start(role, config)) {
            millrace.print(
                    Map.of("daemon", name, "at", running.description()),
                    () -> millrace.terminal().line(name + " is up: " + running.description()));
            stop.await(FOREVER);
        } finally {
            log.close();
        }
    }
}
