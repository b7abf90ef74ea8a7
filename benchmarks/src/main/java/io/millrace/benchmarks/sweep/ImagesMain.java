// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EngineProcess;
import java.nio.file.Path;
import java.util.List;

/**
 * The process of the use case. Arguments: a name that nobody needs, language, number of engines, milliseconds of an
 * image, the directory of the board.
 */
final class ImagesMain {

    /** The settings of the topology; what a command line says is laid over them. */
    private static final List<String> SETTINGS = List.of(
            "topology.workers=1",
            "topology.guarantee=at-least-once",
            // G1 does not copy large arrays; their memory is there before the first image, not one page after the other
            "topology.worker.heap=3g",
            "topology.worker.options=-Xms3g -XX:+UseG1GC -XX:+AlwaysPreTouch",
            // An engine in Java reads an image where the worker has written it
            "topology.task.views=true",
            // Images of ten seconds before the first goes to a file: a disk may be slower than they come
            "topology.queue.memory=2 GiB");

    private ImagesMain() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        String directory = arguments[4];
        AutoCloseable running = MillraceSweep.start(
                ImagesTopology.NAME,
                ImagesTopology.of(
                        Language.of(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Integer.parseInt(arguments[3]),
                        directory),
                SETTINGS);
        EngineSession.closeWhenOver(running, Path.of(directory));
        System.exit(0);
    }
}
