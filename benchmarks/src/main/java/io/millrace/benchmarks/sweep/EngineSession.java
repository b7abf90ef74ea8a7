package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.EngineRun;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An engine in a process of its own, {@link SweepMain}. One thread. */
final class EngineSession implements Session {

    /** No cell takes as long. */
    private static final int MOST_SECONDS = (int) TimeUnit.HOURS.toSeconds(6);

    private final Path directory;
    private final Thread runner;
    private volatile IOException problem;

    /**
     * @param engines how many
     * @param directory of the board
     */
    EngineSession(EngineCommand engine, Cell cell, int engines, Path directory) {
        this.directory = directory;
        this.runner = new Thread(() -> run(engine, cell, engines), "engine");
        runner.start();
    }

    private void run(EngineCommand engine, Cell cell, int engines) {
        try {
            EngineRun.run(
                    engine,
                    List.of(),
                    SweepMain.class,
                    List.of(cell.encode(), Integer.toString(engines), directory.toString()),
                    directory,
                    MOST_SECONDS);
        } catch (IOException e) {
            problem = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
        Signals.write(directory.resolve(SweepMain.OVER), "");
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
