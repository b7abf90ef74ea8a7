// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.NetLink;
import io.millrace.transport.Peer;

/** The factory of links to a worker of the region without its rings: all by one connection. */
final class LinksBetweenNodes implements LinkFactory {

    private final TaskGraph graph;
    private final Peer connection;

    LinksBetweenNodes(TaskGraph graph, Peer connection) {
        this.graph = graph;
        this.connection = connection;
    }

    @Override
    public NetLink link(OwnExecutor source, ExecutorEndpoint target) {
        return new NetLink(
                connection,
                source.encoder(),
                graph,
                target.tasks().get(0),
                source.executor().paths());
    }
}
