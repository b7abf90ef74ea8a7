// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the limits that this process needs to begin at all: a later failure does not name the limit. Called by the
 * main thread.
 */
final class OwnLimits {

    static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path STATUS = Path.of("/proc/self/status");

    /** The least number of open files, for the jars of this process and the files that a command opens. */
    private static final int FEWEST_FILES = 100;

    /**
     * The least number of processes. Threads count too: those of Java itself, of a cluster in this process, and of one
     * worker.
     */
    private static final int FEWEST_PROCESSES = 150;

    private static final Pattern FILES = Pattern.compile("(?m)^Max open files +([0-9]{1,9}) ");
    private static final Pattern PROCESSES = Pattern.compile("(?m)^Max processes +([0-9]{1,9}) ");
    private static final Pattern ROOT = Pattern.compile("(?m)^Uid:\\s+[0-9]+\\s+0\\s");

    private static final String RAISE_PROCESSES =
            "raise it by 'ulimit -u', LimitNPROC and TasksMax of the systemd unit,"
                    + " or pids of the container, or end other processes of the account";

    private OwnLimits() {}

    /**
     * Returns the problem of any command, in one line; empty if there is none, or the limits are not known.
     *
     * @param limits the file with the limits of this process
     */
    static Optional<String> problem(Path limits) {
        return tooFew(FILES, limits, FEWEST_FILES)
                .map(most -> "this process may open at most " + most + " files, and needs " + FEWEST_FILES
                        + ": raise it by 'ulimit -n', LimitNOFILE of the systemd unit, or nofile of the container");
    }

    /**
     * Returns the problem of a command that runs a cluster or a part of one, in one line; empty if there is none, or
     * the limits are not known.
     *
     * @param limits the file with the limits of this process
     * @param status the file with the status of this process, which has its account: root has no limit of processes
     */
    static Optional<String> problemOfCluster(Path limits, Path status) {
        return find(ROOT, status).isPresent()
                ? Optional.empty()
                : tooFew(PROCESSES, limits, FEWEST_PROCESSES)
                        .map(most -> "this account may have at most " + most
                                + " processes and threads, and a cluster needs " + FEWEST_PROCESSES + " of them: "
                                + RAISE_PROCESSES);
    }

    /** Checks the limits; called first by commands that run a cluster or a part of one. */
    static void checkForCluster() {
        problemOfCluster(LIMITS, STATUS).ifPresent(problem -> {
            throw new CommandFailure(ExitCode.FAILED, problem);
        });
    }

    /** Returns the message for an error of Java that names no limit; empty for any other error. */
    static Optional<String> problem(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError
                    && String.valueOf(cause.getMessage()).contains("native thread")) {
                return Optional.of("this account may not have another thread: " + RAISE_PROCESSES);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> tooFew(Pattern limit, Path limits, int fewest) {
        return find(limit, limits).map(found -> found.group(1)).filter(most -> Integer.parseInt(most) < fewest);
    }

    private static Optional<Matcher> find(Pattern pattern, Path file) {
        try {
            return Optional.of(pattern.matcher(Files.readString(file))).filter(Matcher::find);
        } catch (IOException e) {
            // The file does not exist on this system
            return Optional.empty();
        }
    }
}
