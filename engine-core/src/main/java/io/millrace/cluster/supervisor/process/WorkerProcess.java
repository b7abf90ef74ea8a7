package io.millrace.cluster.supervisor.process;

import java.util.OptionalInt;

/** A worker's process; the supervisor's loop calls. */
public interface WorkerProcess {

    long pid();

    /** Whether it is proven that the process is gone. */
    boolean gone();

    /** With which code it has ended, if that can be known. */
    OptionalInt exitCode();

    /** Asks it to end. */
    void terminate();

    /** Ends it by force. */
    void kill();

    /** Calls this, on any thread, as soon as the process seems to have ended. */
    void onExit(Runnable listener);
}
