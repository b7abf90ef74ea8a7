// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import io.millrace.ipc.ring.RingProducer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.storm.grouping.Load;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending side of a connection to a worker of this node. Netty's connection is kept: load and back-pressure come by
 * it, and it is up exactly while the receiver lives. The route is chosen at the first message after Netty has
 * connected, and stays until Netty is disconnected, so that no message overtakes another one. One thread sends, any may
 * do the rest.
 */
final class RingConnection extends ConnectionWithStatus {
    private static final Logger LOG = LoggerFactory.getLogger(RingConnection.class);

    private final RingAddress receiver;
    private final RingNode node;
    private final ConnectionWithStatus netty;
    private final RingCounts counts;

    /** Held while the route is used or changed: once per batch, and contended only when a receiver died. */
    private final ReentrantLock lock = new ReentrantLock();

    private Route route = Route.NONE;
    private volatile boolean closed;

    RingConnection(RingAddress receiver, RingNode node, ConnectionWithStatus netty) {
        this.receiver = receiver;
        this.node = node;
        this.netty = netty;
        this.counts = new RingCounts(node.metrics(), receiver);
    }

    @Override
    public void send(Iterator<TaskMessage> messages) {
        lock.lock();
        try {
            if (!isConnected()) {
                leave();
                // Drops and counts them, and connects again
                netty.send(messages);
                return;
            }
            if (route == Route.NONE) {
                route = choose();
            }
            route.send(messages);
        } finally {
            lock.unlock();
        }
    }

    private boolean isConnected() {
        return !closed && netty.status() == Status.Ready;
    }

    private Route choose() {
        try {
            Optional<Path> ring = receiver.find(node.base());
            if (ring.isPresent()) {
                RingProducer producer = RingProducer.open(ring.get(), node.lock(), node.room());
                LOG.info("messages to worker {} go through {}", receiver, ring.get());
                return new RingRoute(
                        producer,
                        node.room(),
                        counts,
                        this::isConnected,
                        message -> netty.send(List.of(message).iterator()));
            }
            LOG.info("messages to worker {} go by Netty: it has no ring on this node", receiver);
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("messages to worker {} go by Netty: {}", receiver, e.getMessage());
        }
        return new NettyRoute(netty);
    }

    /** Leaves a route whose receiver died or is not connected. Returns whether it did. */
    boolean leaveIfOver() {
        // While a thread sends, it looks for itself
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (route == Route.NONE || isConnected() && !route.isOver()) {
                return false;
            }
            leave();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        if (route != Route.NONE) {
            route.close();
            route = Route.NONE;
            LOG.info(
                    "worker {} is not connected any more: {} messages went through its ring, {} were lost",
                    receiver,
                    counts.sent(),
                    counts.lost());
        }
    }

    @Override
    public Status status() {
        return closed ? Status.Closed : netty.status();
    }

    @Override
    public void sendLoadMetrics(Map<Integer, Double> taskToLoad) {
        netty.sendLoadMetrics(taskToLoad);
    }

    @Override
    public void sendBackPressureStatus(BackPressureStatus status) {
        netty.sendBackPressureStatus(status);
    }

    @Override
    public Map<Integer, Load> getLoad(Collection<Integer> tasks) {
        return netty.getLoad(tasks);
    }

    @Override
    public int getPort() {
        return netty.getPort();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        lock.lock();
        try {
            leave();
        } finally {
            lock.unlock();
        }
        counts.close();
        node.closed(this);
        netty.close();
    }
}
