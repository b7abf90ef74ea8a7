// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.settings.TopologyNames;
import java.util.List;

/** Requests savepoints, and reports their outcome. HTTP threads call. */
final class SavepointRoutes {

    private final Leader leader;
    private final SavepointRequests savepoints;

    SavepointRoutes(Leader leader, SavepointRequests savepoints) {
        this.leader = leader;
        this.savepoints = savepoints;
    }

    List<Route> routes() {
        return List.of(
                Route.post(
                                "/v1/topologies/{name}/savepoint",
                                SavepointRequest.class,
                                (request, body) ->
                                        Reply.json(ask(request.part("name"), body, RepeatedRequests.id(request))
                                                .shown()))
                        .taking(RestPaths.REQUEST_ID),
                Route.get(
                        "/v1/topologies/{name}/savepoint",
                        request -> Reply.json(last(request.part("name")).shown())));
    }

    private SavepointRecord ask(String name, SavepointRequest request, String requestId) {
        leader.require();
        ClusterView now = leader.view();
        SavepointRecord last = savepoints.last(name, now.topologies().get(TopologyNames.checked(name)));
        if (last != null && last.isAskedBy(requestId)) {
            return last;
        }
        SavepointRecord asked = savepoints.ask(Leader.topology(now, name), request, requestId);
        leader.awaitSeen(known -> {
            TopologyView topology = known.topologies().get(name);
            return topology == null
                    || topology.savepoint() != null
                            && topology.savepoint().value().number() >= asked.number();
        });
        return asked;
    }

    /** Returns the last savepoint that was requested of a topology, which may have ended with it. */
    private SavepointRecord last(String name) {
        TopologyView topology = leader.view().topologies().get(name);
        SavepointRecord last = savepoints.last(name, topology);
        if (last != null) {
            return last;
        }
        throw topology == null
                ? Leader.unknown(name)
                : new ClusterException(
                        Reason.NOT_FOUND,
                        "no savepoint was asked of topology '" + name + "': see 'millrace savepoint --help'");
    }
}
