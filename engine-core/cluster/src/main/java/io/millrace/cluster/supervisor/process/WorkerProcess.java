// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import java.util.OptionalInt;

/** A worker's process; the supervisor's loop calls. */
public interface WorkerProcess {

    long pid();

    /** Whether it is proven that the process is gone. */
    boolean gone();

    /** Returns the exit code, if it is known. */
    OptionalInt exitCode();

    /** Sends SIGTERM. */
    void terminate();

    /** Whether the process is stopped, as by SIGSTOP; false if that is not known. */
    boolean stopped();

    /** Lets the process write the stacks of its threads to its log, if it can. Does not wait for that. */
    void dumpThreads();

    /** Sends SIGKILL. */
    void kill();

    /** Calls the listener on any thread as soon as the process seems to have ended. */
    void onExit(Runnable listener);
}
