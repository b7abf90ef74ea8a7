package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.ServiceLoader;

/**
 * Starts the engine behind {@link Millrace#local()}, and connects to clusters. Found by {@link ServiceLoader}, so that
 * the API names no implementation. Public for engines only: authors call {@link Millrace}.
 */
public interface EngineProvider {

    /**
     * Starts an engine.
     *
     * @param processes whether workers are processes, or threads of this process
     * @param shutdownHook whether the engine closes itself when the JVM shuts down
     * @throws TopologyException if a setting is wrong, or something that the engine needs is missing
     */
    Millrace start(Config config, boolean processes, boolean shutdownHook);

    /**
     * Connects to a cluster.
     *
     * @param zooKeeper the addresses of its ZooKeeper, host:port separated by commas
     * @throws TopologyException if a setting is wrong, or there is no cluster
     */
    Millrace connect(String zooKeeper, Config settings);

    /**
     * Finds the engine on the class path.
     *
     * @throws TopologyException if there is none
     */
    static EngineProvider load() {
        return ServiceLoader.load(EngineProvider.class, EngineProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException(
                        "no engine beside the API: add io.millrace:engine-core to the class path"));
    }
}
