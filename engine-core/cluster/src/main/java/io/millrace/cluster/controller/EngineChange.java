package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.TopologyRecord;

/** A change of the bounds of a component's engines. Stateless. */
final class EngineChange {

    private EngineChange() {}

    /** Returns the new value of {@link TopologyKeys#ENGINE_BOUNDS}. Throws {@link ClusterException} if the topology cannot have it. */
    static String of(TopologyRecord record, Topology graph, EngineBoundsRequest request) {
        if (request.component() == null || request.bounds() == null || !EngineBounds.isName(request.component())) {
            throw refused(
                    "component '" + request.component() + "' with the bounds '" + request.bounds()
                            + "': give a component without ',' and '=', and MIN..MAX",
                    null);
        }
        Config settings = Config.of(record.config());
        try {
            String bounds = EngineBounds.of(settings)
                    .with(request.component(), EngineBounds.Range.read(request.bounds()))
                    .toString();
            graph.checkEngines(settings.with(TopologyKeys.ENGINE_BOUNDS, bounds));
            return bounds;
        } catch (TopologyException | IllegalArgumentException e) {
            throw refused(e.getMessage(), e);
        }
    }

    private static ClusterException refused(String why, Exception cause) {
        return new ClusterException(Reason.REFUSED, why, cause);
    }
}
