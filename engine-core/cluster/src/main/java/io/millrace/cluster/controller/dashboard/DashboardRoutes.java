// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * The routes that the controller serves for the page: its files, and the figures of the latest sample. All of them only
 * read.
 */
public final class DashboardRoutes {

    private DashboardRoutes() {}

    public static List<Route> of(Dashboard dashboard) {
        List<Route> routes = new ArrayList<>(new PageFiles().routes());
        routes.add(Route.get("/v1/dashboard", request -> Reply.written(dashboard.overview())));
        routes.add(
                Route.get("/v1/dashboard/{name}", request -> Reply.written(dashboard.topology(request.part("name")))));
        routes.add(Route.get(
                        "/v1/dashboard/{name}/history",
                        request -> Reply.written(dashboard.history(request.part("name"), since(request))))
                .taking("since"));
        return routes;
    }

    private static long since(Request request) {
        String text = request.query().getOrDefault("since", "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new ClusterException(Reason.REFUSED, "since is '" + text + "': it takes milliseconds since 1970", e);
        }
    }
}
