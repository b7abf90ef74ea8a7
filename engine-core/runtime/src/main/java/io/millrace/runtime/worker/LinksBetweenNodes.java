package io.millrace.runtime.worker;

import io.millrace.runtime.link.NetLink;
import io.millrace.runtime.routing.Wiring;
import io.millrace.transport.Peer;

/** The factory of links to a worker of another node of the region: all by one connection. */
final class LinksBetweenNodes implements LinkFactory {

    private final Wiring wiring;
    private final Peer connection;

    LinksBetweenNodes(Wiring wiring, Peer connection) {
        this.wiring = wiring;
        this.connection = connection;
    }

    @Override
    public NetLink link(OwnExecutor source, ExecutorEndpoint target) {
        return new NetLink(
                connection,
                source.encoder(),
                wiring,
                target.tasks().get(0),
                source.executor().paths());
    }
}
