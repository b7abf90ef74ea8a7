package io.millrace.runtime.snapshot.savepoint;

import java.util.Map;

/**
 * A savepoint that is wanted of a running topology.
 *
 * @param request unique among all of all topologies
 * @param location where it shall be
 * @param settings of the topology, for the store
 */
public record SavepointOrder(String request, String location, Map<String, String> settings) {

    public SavepointOrder {
        settings = Map.copyOf(settings);
    }
}
