// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import java.util.OptionalInt;

/** A worker that this supervisor started. Its exit status proves its death. */
final class ChildProcess implements WorkerProcess {

    private final Process process;

    ChildProcess(Process process) {
        this.process = process;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean gone() {
        return !process.isAlive();
    }

    @Override
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    @Override
    public void terminate() {
        process.destroy();
    }

    @Override
    public boolean stopped() {
        return Signals.stopped(process.pid());
    }

    @Override
    public void dumpThreads() {
        if (process.isAlive()) {
            Signals.quit(process.pid());
        }
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void onExit(Runnable listener) {
        process.onExit().thenRun(listener);
    }
}
