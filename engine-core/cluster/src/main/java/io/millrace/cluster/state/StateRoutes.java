// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.state;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Right;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.runtime.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The routes by which a supervisor answers the leading controller about the location of snapshots. */
public final class StateRoutes {

    /** The time limit, which is shorter than the controller waits. */
    private static final Duration LIMIT = Duration.ofMillis(1_500);

    private static final String PATH = "/v1/state/checks/";

    private StateRoutes() {}

    static String path(String id, String verb) {
        return PATH + id + "/" + verb;
    }

    /** Returns the routes for the controller; their parameters are in ZooKeeper, and not in the request. */
    public static List<Route> of(Registry registry) {
        StatePlace place = new StatePlace(LIMIT);
        return List.of(
                route("write", place::write, registry),
                route("see", place::see, registry),
                route("remove", place::remove, registry));
    }

    private static Route route(String verb, Function<StateCheck, StateAnswer> work, Registry registry) {
        return Route.change("POST", path("{id}", verb), 0, request -> Reply.json(work.apply(check(registry, request))))
                .needing(Right.NODE);
    }

    private static StateCheck check(Registry registry, Request request) {
        String id = request.part("id");
        if (!id.matches("[0-9a-f]{32}")) {
            throw new ClusterException(Reason.NOT_FOUND, "there is no such check");
        }
        try {
            return registry.stateCheck(id)
                    .map(bytes -> Json.read(bytes, StateCheck.class))
                    .orElseThrow(() -> new ClusterException(Reason.NOT_FOUND, "there is no such check"));
        } catch (RegistryException e) {
            throw new ClusterException(Reason.NO_CLUSTER, e.getMessage(), e);
        }
    }
}
