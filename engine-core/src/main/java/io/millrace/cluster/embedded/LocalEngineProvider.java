package io.millrace.cluster.embedded;

import io.millrace.api.EngineProvider;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.config.ConfigSources;

/** What {@link Millrace#local()} starts; found by the service loader. */
public final class LocalEngineProvider implements EngineProvider {

    @Override
    public Millrace start(Config config, boolean processes) {
        Config checked = ConfigSources.checked(config.asMap(), "Millrace.local()");
        if (!processes) {
            return new InProcessEngine(checked);
        }
        try {
            return new ProcessEngine(LocalCluster.start(checked));
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
