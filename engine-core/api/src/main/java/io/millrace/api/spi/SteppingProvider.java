package io.millrace.api.spi;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.ServiceLoader;

/** Starts topologies for {@code io.millrace.testing}. Found by {@link ServiceLoader}. */
public interface SteppingProvider {

    /**
     * A topology to be stepped.
     *
     * @param config checked
     * @param workers at least 1; several exchange tuples over rings in a temporary directory
     * @param executors threads that each worker would have, at least 1
     * @param seed of the order of turns and of all random choices
     */
    record Plan(Topology topology, Config config, int workers, int executors, long seed, Instances instances) {}

    /**
     * Opens all components.
     *
     * @throws TopologyException the first error of a component
     */
    Stepping start(Plan plan);

    static SteppingProvider load() {
        return ServiceLoader.load(SteppingProvider.class, SteppingProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException(
                        "no stepped engine beside the API: add io.millrace:millrace-testing to the class path"));
    }
}
