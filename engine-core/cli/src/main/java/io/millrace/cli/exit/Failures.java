// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.exit;

import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import java.io.UncheckedIOException;
import java.util.List;

/** Maps exceptions to exit codes and messages. */
public final class Failures {

    private Failures() {}

    public static int exitCode(Throwable thrown) {
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

    /** Returns the message, usually one line; a topology with several errors has a line for each. */
    public static List<String> lines(Throwable thrown) {
        if (thrown instanceof TopologyException mistakes) {
            return mistakes.problems();
        }
        return List.of(line(thrown));
    }

    /** Returns the message without line breaks; an exception without a message for users is shown with its class. */
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
