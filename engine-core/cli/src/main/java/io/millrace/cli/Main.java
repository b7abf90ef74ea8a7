// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.EngineBackend;
import io.millrace.cli.backend.Installation;
import io.millrace.cli.terminal.Terminal;
import java.util.Arrays;
import java.util.List;

/** The main class of {@code millrace}. */
public final class Main {

    private static final String LOG_LEVEL = "millrace.log.level";
    private static final List<String> DAEMONS = List.of("zookeeper", "controller", "supervisor");

    private Main() {}

    public static void main(String[] args) {
        OwnLimits.problem(OwnLimits.LIMITS).ifPresent(Main::fail);
        if (System.getProperty(LOG_LEVEL) == null) {
            // Set it before the first logger is created: a daemon's log is for its operator, a command prints its own
            // errors.
            System.setProperty(LOG_LEVEL, Arrays.stream(args).anyMatch(DAEMONS::contains) ? "INFO" : "ERROR");
        }
        try {
            System.exit(new Cli(new EngineBackend(System.getenv()), Terminal.ofProcess(), Installation.ofProcess())
                    .run(args));
        } catch (OutOfMemoryError e) {
            OwnLimits.problem(e).ifPresent(Main::fail);
            throw e;
        }
    }

    private static void fail(String problem) {
        System.err.println("millrace: " + problem);
        System.exit(1);
    }
}
