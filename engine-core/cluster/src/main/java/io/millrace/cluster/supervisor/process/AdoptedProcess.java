// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A worker that an earlier supervisor started. The lock that it holds proves that it is alive. While the lock is held,
 * the process id in the lock file's name is still this worker's.
 */
public final class AdoptedProcess implements WorkerProcess {

    private final long pid;
    private final WorkerDirectory directory;

    public AdoptedProcess(long pid, WorkerDirectory directory) {
        this.pid = pid;
        this.directory = directory;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public boolean gone() {
        return !directory.locked();
    }

    /** Returns no exit code: only a parent process gets it. */
    @Override
    public OptionalInt exitCode() {
        return OptionalInt.empty();
    }

    @Override
    public void terminate() {
        handle().ifPresent(ProcessHandle::destroy);
    }

    @Override
    public boolean stopped() {
        return Signals.stopped(pid);
    }

    @Override
    public void dumpThreads() {
        handle().ifPresent(process -> Signals.quit(pid));
    }

    @Override
    public void kill() {
        handle().ifPresent(ProcessHandle::destroyForcibly);
    }

    @Override
    public void onExit(Runnable listener) {
        ProcessHandle.of(pid).ifPresent(process -> process.onExit().thenRun(listener));
    }

    private Optional<ProcessHandle> handle() {
        return gone() ? Optional.empty() : ProcessHandle.of(pid);
    }
}
