// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.RestPaths;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The routes by which a container platform asks whether to start a daemon again, or to send it requests. */
public final class HealthRoutes {

    private static final int UNAVAILABLE = 503;

    private HealthRoutes() {}

    /** @param connected whether there is a connection to ZooKeeper; its loss is no reason to start a daemon again */
    public static List<Route> of(BooleanSupplier connected) {
        return List.of(
                Route.get(RestPaths.HEALTH, request -> Reply.done()).needing(Right.NONE),
                Route.get(
                                RestPaths.READY,
                                request -> connected.getAsBoolean()
                                        ? Reply.done()
                                        : Reply.error(UNAVAILABLE, Reason.NO_CLUSTER, "no connection to ZooKeeper"))
                        .needing(Right.NONE));
    }
}
