package io.millrace.runtime.worker;

import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoRelay;
import java.nio.ByteBuffer;
import java.util.Collection;

/**
 * Forwards batches of other workers unread to the worker of their target task, and acknowledgements back to that of their source
 * task. One event loop calls, except for {@link #route} and {@link #closed}.
 */
final class SiteRelay implements AutoCloseable {

    private final SiteConnections connections;
    private final GeoRelay relay = new GeoRelay();

    /** How many tasks the topology has: the numbers of channels depend on it. */
    private final int tasks;

    /** Those of them that are never dormant. */
    private final int fewest;

    private volatile Routing routing;

    SiteRelay(SiteConnections connections, Routing routing, TaskPlan plan) {
        this.connections = connections;
        this.routing = routing;
        this.tasks = plan.taskCount();
        this.fewest = tasks - plan.dormant().size();
    }

    /** Sets where tasks run from now on. */
    void route(Routing next) {
        routing = next;
    }

    /** These connections are closed: what is held for them is dropped. */
    void closed(Collection<Peer> gone) {
        gone.forEach(relay::removeAll);
    }

    private Peer next(int task) {
        Routing now = routing;
        int running = now.workerOfTask().size();
        String worker = now.workerOfTask().get(task);
        return worker != null && running >= fewest && running <= tasks
                ? connections.to(worker, SiteConnections.FROM_RELAY)
                : null;
    }

    void onMessage(InboundMessage message) {
        Peer next = SiteChannel.isOfTopology(message.targetTask(), tasks)
                ? next(SiteChannel.target(message.targetTask(), tasks))
                : null;
        if (next == null) {
            // The sender has another assignment, or the target is not up: it is sent again
            relay.remove(message.targetTask());
            message.release();
        } else {
            relay.forward(message, next, SiteChannel.withoutRelay(message.targetTask()));
        }
    }

    /** Acknowledgements say all that earlier ones have said, so that one without room is dropped. */
    void onControl(int number, ByteBuffer buffer, int offset, int length) {
        int task = SiteChannel.relayedTask(number);
        Peer next = next(task);
        if (next != null) {
            next.offerControl(task, buffer, offset, length);
        }
    }

    void onRoom() {
        relay.onRoom();
    }

    /** The batches that were forwarded. */
    long forwarded() {
        return relay.forwarded();
    }

    @Override
    public void close() {
        relay.close();
    }
}
