// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.exit;

/** The exit codes of commands. */
public final class ExitCode {

    public static final int DONE = 0;
    /** The operation failed. */
    public static final int FAILED = 1;
    /** The command line, a setting or the jar is wrong. */
    public static final int USAGE = 2;
    /** There is no such topology, worker, class or file. */
    public static final int NOT_FOUND = 3;
    /** No cluster answers. */
    public static final int NO_CLUSTER = 4;

    private ExitCode() {}
}
