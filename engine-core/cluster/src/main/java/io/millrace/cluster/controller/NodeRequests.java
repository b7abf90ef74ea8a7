// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.DrainRecord;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.registry.RegistryException;
import java.time.Clock;
import java.util.List;
import java.util.Set;

/** Shows nodes and controllers, and drains nodes. HTTP threads call. */
final class NodeRequests {

    private final Leader leader;
    private final Problems problems;
    private final Clock clock;

    NodeRequests(Leader leader, Problems problems, Clock clock) {
        this.leader = leader;
        this.problems = problems;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/controllers", request -> Reply.json(Nodes.controllers(leader.view()))),
                Route.get("/v1/nodes", request -> Reply.json(Nodes.of(leader.view(), problems))),
                Route.post("/v1/nodes/{node}/drain", request -> Reply.json(drain(request.part("node")))),
                Route.post("/v1/nodes/{node}/undrain", request -> Reply.json(undrain(request.part("node")))));
    }

    /** Drains a node: moves its tasks, and places none there until it is undrained; also for later leaders. */
    NodeInfo drain(String node) {
        return change(node, true, () -> leader.changes().createDrain(new DrainRecord(node, clock.millis())));
    }

    /** Lets tasks be placed on a drained node again. */
    NodeInfo undrain(String node) {
        return change(node, false, () -> leader.changes().deleteDrain(node));
    }

    private NodeInfo change(String node, boolean drained, Runnable change) {
        leader.require();
        Set<String> known = Nodes.names(leader.view());
        if (!known.contains(node)) {
            throw new ClusterException(
                    Reason.NOT_FOUND,
                    "there is no node '" + node + "'"
                            + (known.isEmpty() ? "" : ": there is " + String.join(", ", known)));
        }
        try {
            change.run();
        } catch (RegistryException e) {
            boolean isSo = e.kind() == (drained ? RegistryException.Kind.EXISTS : RegistryException.Kind.NOT_FOUND);
            if (!isSo) {
                throw Leader.unavailable(e);
            }
        }
        leader.awaitSeen(seen -> seen.isDrained(node) == drained);
        return Nodes.of(leader.view(), problems).stream()
                .filter(info -> info.node().equals(node))
                .findFirst()
                .orElseGet(() -> new NodeInfo(
                        node,
                        NodeInfo.Process.NONE,
                        0,
                        NodeInfo.State.MISSING,
                        List.of(),
                        new NodeInfo.Versions("", List.of()),
                        NodeInfo.Place.UNKNOWN));
    }
}
