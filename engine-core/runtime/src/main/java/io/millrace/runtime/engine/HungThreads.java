// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.TaskContext;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;

/**
 * The threads of engines that were given up and have not ended. Each keeps its memory, so their number bounds how many
 * others are started. Confined to the task's thread.
 */
final class HungThreads {

    /** The time after which to ask again whether some have ended. */
    static final long LOOK_NANOS = 1_000_000_000L;

    /** The number that may hang however few engines there are. */
    private static final int LEAST = 16;

    private final List<EngineThread> threads = new ArrayList<>();
    private boolean warned;

    void add(EngineThread thread) {
        threads.add(thread);
    }

    /** Returns whether a thread may be started in the place of one that hangs. */
    boolean mayReplace(int engines) {
        threads.removeIf(EngineThread::hasEnded);
        boolean may = threads.size() <= Math.max(LEAST, engines);
        warned &= !may;
        return may;
    }

    void warn(Logger log, TaskContext context) {
        if (!warned) {
            warned = true;
            log.warn(
                    "component '{}', task {}: {} threads of engines hang and cannot be ended, so no further one is started until one ends:"
                            + " run the bolt in JVMs by Engines.java, which can",
                    context.componentId(),
                    context.taskId(),
                    threads.size());
        }
    }
}
