// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.ServiceLoader;

/**
 * Starts the engine behind {@link Millrace#local()} whose workers are threads of this process. Found by {@link
 * ServiceLoader}, so that the API names no implementation. Public for engines only: authors call {@link Millrace}.
 */
public interface EngineProvider {

    /**
     * Starts an engine.
     *
     * @param shutdownHook whether the engine closes itself when the JVM shuts down
     * @throws TopologyException if a setting is wrong
     */
    Millrace start(Config config, boolean shutdownHook);

    /**
     * Finds the engine on the class path.
     *
     * @throws TopologyException if no engine is on the class path
     */
    static EngineProvider load() {
        return ServiceLoader.load(EngineProvider.class, EngineProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException(
                        "no engine beside the API: add io.millrace:millrace-embedded to the class path"));
    }
}
