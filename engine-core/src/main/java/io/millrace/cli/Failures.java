package io.millrace.cli;

import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.ClusterException;
import java.io.UncheckedIOException;
import java.util.List;

/** Turns what was thrown into an exit code and one line. */
final class Failures {

    private Failures() {}

    static int exitCode(Throwable thrown) {
        if (thrown instanceof CommandFailure failure) {
            return failure.exitCode();
        }
        if (thrown instanceof ClusterException refusal) {
            return switch (refusal.reason()) {
                case FAILED -> ExitCode.FAILED;
                case REFUSED -> ExitCode.USAGE;
                case NOT_FOUND -> ExitCode.NOT_FOUND;
                case NO_CLUSTER -> ExitCode.NO_CLUSTER;
            };
        }
        return thrown instanceof TopologyException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    /** Mostly one; a topology with several mistakes has a line for each. */
    static List<String> lines(Throwable thrown) {
        if (thrown instanceof TopologyException mistakes) {
            return mistakes.problems();
        }
        return List.of(line(thrown));
    }

    /** Without line breaks; an exception that was not written for users is named by its class. */
    private static String line(Throwable thrown) {
        boolean forUsers = thrown instanceof CommandFailure
                || thrown instanceof ClusterException
                || thrown instanceof UncheckedIOException;
        String message = thrown.getMessage();
        String text = forUsers && message != null
                ? message
                : "unexpected " + thrown + ": repeat with --verbose to see where it comes from";
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
