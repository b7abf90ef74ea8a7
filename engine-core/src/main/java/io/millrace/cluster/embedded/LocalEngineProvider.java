package io.millrace.cluster.embedded;

import io.millrace.api.EngineProvider;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.config.ConfigSources;
import io.millrace.cluster.model.ClusterException;

/** The provider of {@link Millrace#local()}; the service loader finds it. */
public final class LocalEngineProvider implements EngineProvider {

    @Override
    public Millrace start(Config config, boolean processes, boolean shutdownHook) {
        Config checked = ConfigSources.checked(config.asMap(), "Millrace.local()");
        if (!processes) {
            return new InProcessEngine(checked, shutdownHook);
        }
        try {
            return new ProcessEngine(LocalCluster.start(checked), shutdownHook);
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
