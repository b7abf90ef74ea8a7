// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.ClusterException.Reason;

/**
 * The request that sets the order in which tuples of a stream are delivered in other regions.
 *
 * @param stream the stream: COMPONENT, or COMPONENT:STREAM
 * @param order the order, as {@code topology.geo.order} takes it
 */
public record OrderRequest(String stream, String order) implements SettingChange {

    public static final String PATH = "/geo/order";

    @Override
    public SettingRequest setting() {
        if (stream == null || order == null || order.contains(",") || !StreamOrders.isName(stream)) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "stream '" + stream + "' with order '" + order
                            + "': give COMPONENT or COMPONENT:STREAM without ',' and '=', and an order");
        }
        return new SettingRequest(TopologyKeys.GEO_ORDER.name(), stream + "=" + order);
    }

    @Override
    public String path() {
        return PATH;
    }
}
