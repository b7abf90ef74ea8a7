// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.EngineRun;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An engine in a process of its own, which ends when a file says so. One thread. */
final class EngineSession implements Session {

    /** Nothing takes as long. */
    private static final int MOST_SECONDS = (int) TimeUnit.HOURS.toSeconds(6);

    private static final String OVER = "over";
    private static final long POLL_MILLIS = 20;

    private final Path directory;
    private final Thread runner;
    private volatile IOException problem;

    /**
     * @param main calls {@link #closeWhenOver}; it is given the engine's name and then the arguments
     * @param directory of the board
     */
    EngineSession(EngineCommand engine, Class<?> main, List<String> arguments, Path directory) {
        this.directory = directory;
        this.runner = new Thread(() -> run(engine, main, arguments), "engine");
        runner.start();
    }

    private void run(EngineCommand engine, Class<?> main, List<String> arguments) {
        try {
            EngineRun.run(engine, List.of(), main, arguments, directory, MOST_SECONDS);
        } catch (IOException e) {
            problem = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The engine's process: waits until the session is closed, and closes what runs. */
    static void closeWhenOver(AutoCloseable running, Path directory) throws Exception {
        try {
            while (!Files.exists(directory.resolve(OVER))) {
                Thread.sleep(POLL_MILLIS);
            }
        } finally {
            running.close();
        }
    }

    @Override
    public void check() throws IOException {
        if (!runner.isAlive()) {
            throw problem == null ? new IOException("the engine has ended") : problem;
        }
    }

    @Override
    public void close() throws IOException {
        Signals.write(directory.resolve(OVER), "");
        try {
            runner.join();
        } catch (InterruptedException e) {
            // It ends with this process
            Thread.currentThread().interrupt();
        }
        if (problem != null) {
            throw problem;
        }
    }
}
