// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of a cluster, which can be killed, stopped and started again. One thread. */
final class Daemon {

    private static final long MOST_SECONDS = 60;

    private final String name;
    private final List<String> command;
    private final Path log;
    private Process process;

    /** Where the log of this start begins. */
    private long begin;

    /** @param name of its host, for messages */
    Daemon(String name, List<String> command, Path log) {
        this.name = name;
        this.command = command;
        this.log = log;
    }

    void start() throws IOException {
        begin = Files.exists(log) ? Files.size(log) : 0;
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** What it has said since its last start. */
    String said() throws IOException {
        byte[] all = Files.readAllBytes(log);
        return new String(all, (int) begin, (int) (all.length - begin));
    }

    /** Returns when it has said since its last start that it is up. */
    void awaitUp() throws IOException, InterruptedException {
        Signals.await(name + " to be up, see " + log, MOST_SECONDS, () -> {
            if (!process.isAlive()) {
                throw new IOException(name + " has ended with " + process.exitValue() + ": " + said().strip());
            }
            return said().contains(" is up");
        });
    }

    /** Its exit status, when it has ended. */
    int awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(name + " does not end, see " + log);
        }
        return process.exitValue();
    }

    void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes());
        process.getOutputStream().flush();
    }

    void kill() throws InterruptedException {
        close();
        process.waitFor();
    }

    void signal(String signal) throws IOException, InterruptedException {
        signal(signal, pid());
    }

    static void signal(String signal, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Asks for an orderly end, also of one that is stopped. */
    void terminate() throws IOException, InterruptedException {
        if (isAlive()) {
            signal("CONT");
            process.destroy();
        }
    }

    /** Returns when it has ended in order. */
    void end() throws IOException, InterruptedException {
        terminate();
        if (process != null && !process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            kill();
            throw new IOException(name + " does not end on SIGTERM, see " + log);
        }
    }

    /** The end of a cluster that is given up. */
    void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
