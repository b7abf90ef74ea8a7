// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs one measurement of an engine in a new process, which ends with this one. */
public final class EngineRun {

    private static final int LAST_LINES = 40;

    private EngineRun() {}

    /** Runs it on this machine. */
    public static void run(
            EngineCommand engine,
            List<String> options,
            Class<?> main,
            List<String> arguments,
            Path directory,
            int limitSeconds)
            throws IOException, InterruptedException {
        run(Hosts.HERE.hub(), engine, options, main, arguments, directory, limitSeconds);
    }

    /**
     * Returns when the process has ended well.
     *
     * @param host of the process
     * @param options of the JVM, after those of the engine
     * @param main is given the engine's name and then the arguments
     * @param directory for its log and what it leaves behind
     * @throws IOException with the end of its log if it does not end in time, or with an error
     */
    static void run(
            Hosts.Host host,
            EngineCommand engine,
            List<String> options,
            Class<?> main,
            List<String> arguments,
            Path directory,
            int limitSeconds)
            throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        List<String> command = new ArrayList<>(engine.java(directory));
        command.addAll(options);
        command.addAll(List.of(main.getName(), engine.engine()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(host.command(command))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread reaper = new Thread(() -> end(process), "reaper");
        Runtime.getRuntime().addShutdownHook(reaper);
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                throw new IOException(engine.name() + " did not end within " + limitSeconds + " s: " + tail(log));
            }
            if (process.exitValue() != 0) {
                throw new IOException(engine.name() + " ended with " + process.exitValue() + ": " + tail(log));
            }
        } finally {
            end(process);
            Runtime.getRuntime().removeShutdownHook(reaper);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
