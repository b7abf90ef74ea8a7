package io.millrace.cluster.supervisor.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** A worker's process; the supervisor's loop calls. */
public interface WorkerProcess {

    long pid();

    /** Whether it is proven that the process is gone. */
    boolean gone();

    /** Whether it is stopped, as by SIGSTOP; false where the system does not tell. */
    default boolean stopped() {
        try {
            // The state follows the command's name in parentheses
            String stat = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
            return stat.startsWith("T", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }

    /** Its exit code, if it is known. */
    OptionalInt exitCode();

    /** Sends SIGTERM. */
    void terminate();

    /** Sends SIGKILL. */
    void kill();

    /** Calls the listener on any thread as soon as the process seems to have ended. */
    void onExit(Runnable listener);
}
