// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineProcess;
import java.nio.file.Path;

/** The process of an engine for one cell. Arguments: the engine's name, the cell, the directory of the board. */
public final class SweepMain {

    private SweepMain() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        SweepEngine engine = EngineProcess.find(
                SweepEngine.class, arguments[0], known -> known.name().equals(arguments[0]));
        Path directory = Path.of(arguments[2]);
        EngineSession.closeWhenOver(engine.start(Cell.decode(arguments[1]), directory), directory);
        // Some engines leave threads behind
        System.exit(0);
    }
}
