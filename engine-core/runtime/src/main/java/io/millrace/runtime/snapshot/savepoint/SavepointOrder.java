// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.savepoint;

import java.util.Map;

/**
 * The order of a savepoint of a running topology.
 *
 * @param request id of the order, unique among all orders of all topologies
 * @param location location where the savepoint shall be
 * @param settings settings of the topology, for the store
 */
public record SavepointOrder(String request, String location, Map<String, String> settings) {

    public SavepointOrder {
        settings = Map.copyOf(settings);
    }
}
