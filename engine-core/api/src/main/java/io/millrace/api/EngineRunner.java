// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.util.ServiceLoader;

/**
 * Starts the engines of tasks. Found by {@link ServiceLoader}, so that the API names no implementation. Public for the
 * engine only.
 */
public interface EngineRunner {

    /** Starts the engines of a task. Does not wait until they are ready. The task's thread calls this. */
    EngineTask start(EngineBolt bolt, TaskContext context, BoltCollector out);

    /**
     * Finds the runner of engines on the class path.
     *
     * @throws TopologyException if there is none
     */
    static EngineRunner load() {
        return ServiceLoader.load(EngineRunner.class, EngineRunner.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException(
                        "no engine beside the API: add io.millrace:millrace-runtime to the class path"));
    }
}
