package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineProcess;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** The process of an engine for one cell. Arguments: the engine's name, the cell, the directory of the board. */
public final class SweepMain {

    private SweepMain() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        SweepEngine engine = ServiceLoader.load(SweepEngine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(known -> known.name().equals(arguments[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + arguments[0] + " on the class path"));
        Path directory = Path.of(arguments[2]);
        EngineSession.closeWhenOver(engine.start(Cell.decode(arguments[1]), directory), directory);
        // Some engines leave threads behind
        System.exit(0);
    }
}
