// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import io.millrace.transport.geo.GeoRelay;
import java.nio.ByteBuffer;
import java.util.Collection;

/**
 * Forwards batches of other workers unread to the worker of their target task, and acknowledgements back to that of
 * their source task. One event loop calls, except for {@link #route} and {@link #closed}.
 */
final class SiteRelay implements AutoCloseable {

    private final SiteConnections connections;
    private final GeoRelay relay = new GeoRelay();

    /** The number of the topology's tasks, on which the numbers of channels depend. */
    private final int tasks;

    /** The number of tasks that are never dormant. */
    private final int fewest;

    private volatile TaskPlacement placement;

    SiteRelay(SiteConnections connections, TaskPlacement placement, TaskPlan plan) {
        this.connections = connections;
        this.placement = placement;
        this.tasks = plan.taskCount();
        this.fewest = tasks - plan.dormant().size();
    }

    /** Sets the placement. */
    void route(TaskPlacement next) {
        placement = next;
    }

    /** Drops the batches that are held for closed connections. */
    void closed(Collection<Peer> gone) {
        gone.forEach(relay::removeAll);
    }

    private Peer next(int task) {
        TaskPlacement now = placement;
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
            // The sender has another assignment, or the target is not up: the batch is sent again
            relay.remove(message.targetTask());
            message.release();
        } else {
            relay.forward(message, next, SiteChannel.withoutRelay(message.targetTask()));
        }
    }

    /** Forwards an acknowledgement. It contains all earlier ones, so one without room is dropped. */
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

    /** Returns the number of batches that were forwarded. */
    long forwarded() {
        return relay.forwarded();
    }

    @Override
    public void close() {
        relay.close();
    }
}
