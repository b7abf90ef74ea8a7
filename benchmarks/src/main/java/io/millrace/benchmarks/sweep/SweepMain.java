package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** The process of an engine: starts it, and stops it when a file says so. Arguments: the engine's name, the cell, how many engines, the directory of the board. */
public final class SweepMain {

    /** The file that says that the engine is to stop. */
    static final String OVER = "over";

    private static final long POLL_MILLIS = 20;

    private SweepMain() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        SweepEngine engine = ServiceLoader.load(SweepEngine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(known -> known.name().equals(arguments[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + arguments[0] + " on the class path"));
        Cell cell = Cell.decode(arguments[1]);
        Path directory = Path.of(arguments[3]);
        AutoCloseable running =
                engine.start(cell.setting(), Integer.parseInt(arguments[2]), cell.costMillis() > 0, directory);
        try {
            while (!Files.exists(directory.resolve(OVER))) {
                Thread.sleep(POLL_MILLIS);
            }
        } finally {
            running.close();
        }
        // Some engines leave threads behind
        System.exit(0);
    }
}
