package io.millrace.cluster.launch;

import java.util.Arrays;
import java.util.Optional;

/** What the exit code of a worker process says, as the worker sets it and its supervisor reads it. */
public enum WorkerExit {
    /** It was asked to end, or there was nothing to do for it any more. */
    ASKED(0, "ended though nobody asked it to: did it call System.exit?"),
    /** It could not go on. */
    FAILED(1, "gave up: see its log"),
    /** It was not to start at all. */
    NOT_WANTED(2, "was not to start"),
    /** The JVM found no memory; it sets this code itself. */
    OUT_OF_MEMORY(3, "ran out of memory: raise topology.worker.heap, or keep less in the components"),
    /** A component threw that has its worker restarted for that. */
    RESTART(4, "was to be restarted after an error: see its log"),
    /** A component threw that has its topology killed for that. */
    KILL_TOPOLOGY(5, "was to end its topology after an error: see its log");

    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;

    private final int code;
    private final String text;

    WorkerExit(int code, String text) {
        this.code = code;
        this.text = text;
    }

    public int code() {
        return code;
    }

    /** What is to be said of a process that left no word. */
    public static String describe(int code) {
        Optional<WorkerExit> known =
                Arrays.stream(values()).filter(exit -> exit.code == code).findFirst();
        if (known.isPresent()) {
            return known.get().text;
        }
        if (code == SIGNALLED + SIGKILL) {
            return "was killed (SIGKILL), perhaps by a node without memory: see its log and the node's";
        }
        return code > SIGNALLED
                ? "died of signal " + (code - SIGNALLED) + ": see its log"
                : "ended with exit code " + code + ": see its log";
    }
}
