// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.NetLink;
import io.millrace.transport.Peer;

/** The factory of links to a worker without its rings: all by one connection. */
final class LinksBetweenNodes implements LinkFactory {

    private final TaskGraph graph;
    private final Peer connection;
    private final boolean leavesRegion;

    /** @param leavesRegion whether the worker is in another region */
    LinksBetweenNodes(TaskGraph graph, Peer connection, boolean leavesRegion) {
        this.graph = graph;
        this.connection = connection;
        this.leavesRegion = leavesRegion;
    }

    @Override
    public NetLink link(OwnExecutor source, ExecutorEndpoint target) {
        return new NetLink(
                connection,
                source.encoder(),
                graph,
                target.tasks().get(0),
                leavesRegion,
                source.executor().paths());
    }
}
