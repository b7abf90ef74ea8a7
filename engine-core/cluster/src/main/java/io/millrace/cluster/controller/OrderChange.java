package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.StreamOrder;
import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.TopologyRecord;

/** A change of the order of a stream between regions. Stateless. */
final class OrderChange {

    private OrderChange() {}

    /** Returns the new value of {@link TopologyKeys#GEO_ORDER}. Throws {@link ClusterException} if the topology cannot have it. */
    static String of(TopologyRecord record, Topology graph, OrderRequest request) {
        if (request.stream() == null || request.order() == null || !StreamOrders.isName(request.stream())) {
            throw refused(
                    "stream '" + request.stream() + "' with order '" + request.order()
                            + "': give COMPONENT or COMPONENT:STREAM without ',' and '=', and an order",
                    null);
        }
        Config settings = Config.of(record.config());
        try {
            String orders = StreamOrders.of(settings)
                    .with(request.stream(), StreamOrder.read(request.order()))
                    .toString();
            graph.checkOrders(settings.with(TopologyKeys.GEO_ORDER, orders));
            return orders;
        } catch (TopologyException | IllegalArgumentException e) {
            throw refused(e.getMessage(), e);
        }
    }

    private static ClusterException refused(String why, Exception cause) {
        return new ClusterException(Reason.REFUSED, why, cause);
    }
}
