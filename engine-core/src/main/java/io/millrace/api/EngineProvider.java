package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.ServiceLoader;

/**
 * Starts the engine behind {@link Millrace#local()}; found by {@link ServiceLoader}, so that the API names no
 * implementation. Public for engines only: an author calls {@link Millrace#local()}.
 */
public interface EngineProvider {

    /** Starts an engine with workers as threads or as processes. */
    Millrace start(Config config, boolean processes);

    static EngineProvider load() {
        return ServiceLoader.load(EngineProvider.class, EngineProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException(
                        "no engine beside the API: add io.millrace:engine-core to the class path"));
    }
}
