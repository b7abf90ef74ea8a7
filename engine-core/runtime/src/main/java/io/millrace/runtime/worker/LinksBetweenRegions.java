// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.geo.gate.GeoRoutes;
import io.millrace.runtime.geo.gate.GeoTarget;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.CopyTarget;
import io.millrace.runtime.link.GeoLink;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.MulticastLink;
import io.millrace.transport.Peer;

/** The factory of links to a worker of another region: tuples go by channels, all other messages by the connection. */
final class LinksBetweenRegions implements LinkFactory {

    private final TaskGraph graph;
    private final NetEnds net;
    private final PeerEndpoint endpoint;
    private final long assignmentEpoch;
    private final LinksBetweenNodes plain;
    private final GeoRoutes routes;
    private final GeoTarget target;

    /** @param assignmentEpoch epoch of the assignment by which the links are made */
    LinksBetweenRegions(TaskGraph graph, NetEnds net, PeerEndpoint endpoint, Peer connection, long assignmentEpoch) {
        this.graph = graph;
        this.net = net;
        this.endpoint = endpoint;
        this.assignmentEpoch = assignmentEpoch;
        this.plain = new LinksBetweenNodes(graph, connection, true);
        this.routes = net.routesTo(endpoint, connection);
        this.target = new GeoTarget(endpoint.worker(), endpoint.region());
    }

    @Override
    public Link link(OwnExecutor source, ExecutorEndpoint end) {
        GeoLink direct = new GeoLink(
                plain.link(source, end),
                net.gate(source).over(routes, target, assignmentEpoch),
                source.encoder(),
                graph,
                graph.tasks().taskCount(),
                source.executor().paths());
        if (!net.copiesOnce()) {
            return direct;
        }
        return new MulticastLink(
                direct,
                net.gate(source).copiesTo(target.region(), net, source.encoder()),
                new CopyTarget(target.worker(), target.region(), endpoint.epoch(), assignmentEpoch, end.tasks()),
                source.executor().paths());
    }
}
