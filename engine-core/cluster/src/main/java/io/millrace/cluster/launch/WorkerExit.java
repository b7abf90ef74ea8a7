// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.launch;

import java.util.Arrays;
import java.util.Optional;

/** The exit codes of a worker process. The worker sets them and its supervisor reads them. */
public enum WorkerExit {
    /** The worker was asked to end, or was no longer needed. */
    ASKED(0, "exited unexpectedly with code 0: did it call System.exit?"),
    /** The worker failed. */
    FAILED(1, "failed: see its log"),
    /** The start of the worker was cancelled. */
    NOT_WANTED(2, "its start was cancelled"),
    /** The JVM ran out of memory; the JVM sets this code itself. */
    OUT_OF_MEMORY(3, "ran out of memory: raise topology.worker.heap, or keep less in the components"),
    /** A component with the error policy RESTART_WORKER threw. */
    RESTART(4, "requested a restart after an error: see its log"),
    /** A component with the error policy KILL_TOPOLOGY threw. */
    KILL_TOPOLOGY(5, "requested the end of its topology after an error: see its log"),
    /** A component called System.exit. The process ends with the component's exit code; its report has this one. */
    EXIT_CALLED(6, "a component called System.exit: see its log"),
    /**
     * A component, a worker hook or the worker itself could not open, for a reason that another start is unlikely to
     * remove.
     */
    NOT_OPENED(7, "did not open its components: see its log");

    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;
    private static final int SIGTERM = 15;

    private final int code;
    private final String text;

    WorkerExit(int code, String text) {
        this.code = code;
        this.text = text;
    }

    public int code() {
        return code;
    }

    /**
     * Whether a process with this exit code was ended by the signal of another process, or of a node without memory.
     */
    public static boolean isFromOutside(int code) {
        return isKilled(code) || code == SIGNALLED + SIGTERM;
    }

    /** Whether a process with this exit code was ended by SIGKILL, which the kernel also sends for want of memory. */
    public static boolean isKilled(int code) {
        return code == SIGNALLED + SIGKILL;
    }

    /** Describes the end of a process that left no report. */
    public static String describe(int code) {
        Optional<WorkerExit> known =
                Arrays.stream(values()).filter(exit -> exit.code == code).findFirst();
        if (known.isPresent()) {
            return known.get().text;
        }
        if (isKilled(code)) {
            return "was killed (SIGKILL), perhaps by a node without memory: see its log and the node's";
        }
        if (code == SIGNALLED + SIGTERM) {
            return "was told to end (SIGTERM), but not by its supervisor";
        }
        return code > SIGNALLED
                ? "died of signal " + (code - SIGNALLED) + ": see its log"
                : "ended with exit code " + code + ": see its log";
    }
}
