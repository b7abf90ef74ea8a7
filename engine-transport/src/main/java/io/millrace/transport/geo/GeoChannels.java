// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * The ends of channels in one process, as the handler of its transport. Event loops hand over what comes, and one
 * thread steps all ends with {@link #doWork}. Channels have the same number on both ends.
 */
public final class GeoChannels implements InboundHandler, AutoCloseable {

    private static final int CHUNK = 256;

    private final Map<Integer, GeoReceiver> receivers = new ConcurrentHashMap<>();
    private final Map<Integer, GeoSender> senders = new ConcurrentHashMap<>();

    private record ClosedConnection(long number) {}

    /** Messages, which credit bounds, and notices of connections that have gone after these messages came. */
    private final Queue<Object> arrivals = new MpscUnboundedArrayQueue<>(CHUNK);

    /** The acknowledgements received. They are few, and each repeats all that the earlier ones said. */
    private final Queue<ByteBuffer> acks = new ConcurrentLinkedQueue<>();

    private final Runnable wake;
    private volatile boolean closed;

    /** @param wake called on event loops when {@link #doWork} has something to do; must not block */
    public GeoChannels(Runnable wake) {
        this.wake = wake;
    }

    /** Adds a sending end, which {@link #doWork} steps from now on. */
    public void add(int channel, GeoSender sender) {
        if (senders.putIfAbsent(channel, sender) != null) {
            throw new IllegalArgumentException("channel " + channel + " has a sender already");
        }
    }

    /** Adds a receiving end, which {@link #doWork} steps from now on. */
    public void add(int channel, GeoReceiver receiver) {
        if (receivers.putIfAbsent(channel, receiver) != null) {
            throw new IllegalArgumentException("channel " + channel + " has a receiver already");
        }
    }

    /** Returns the sink that sends a channel's acknowledgements by a connection to its sender. */
    public static GeoReceiver.AckSink acksTo(Peer peer, int channel) {
        return (ack, offset, length) -> peer.offerControl(channel, ack, offset, length);
    }

    @Override
    public void onMessage(InboundMessage message) {
        arrivals.add(message);
        if (closed) {
            releaseArrivals();
        } else {
            wake.run();
        }
    }

    @Override
    public void onClosed(long connection) {
        arrivals.add(new ClosedConnection(connection));
        wake.run();
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        if (senders.containsKey(targetTask) && GeoAckDescriptor.isValid(buffer, offset, length)) {
            ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            copy.put(0, buffer, offset, length);
            acks.add(copy);
            wake.run();
        }
    }

    /** Handles the messages that have come, and does the work that is due. Returns whether something was done. */
    public boolean doWork() {
        boolean worked = false;
        for (Object arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            worked = true;
            if (arrival instanceof InboundMessage message) {
                take(message);
            } else if (arrival instanceof ClosedConnection closed) {
                receivers.values().forEach(receiver -> receiver.onConnectionClosed(closed.number()));
            }
        }
        for (ByteBuffer ack = acks.poll(); ack != null; ack = acks.poll()) {
            worked = true;
            GeoSender sender = senders.get(GeoAckDescriptor.channel(ack, 0));
            if (sender != null) {
                sender.onAck(ack, 0, ack.capacity());
            }
        }
        for (GeoReceiver receiver : receivers.values()) {
            worked |= receiver.doWork();
        }
        for (GeoSender sender : senders.values()) {
            worked |= sender.doWork();
        }
        return worked;
    }

    private void take(InboundMessage message) {
        GeoReceiver receiver = receivers.get(message.targetTask());
        if (receiver == null) {
            message.release();
        } else {
            receiver.onBatch(message);
        }
    }

    /** The time at which {@link #doWork} has something to do although no message comes, by the clock of the ends. */
    public long nextDueNanos() {
        long due = Long.MAX_VALUE;
        for (GeoReceiver receiver : receivers.values()) {
            due = Math.min(due, receiver.nextDueNanos());
        }
        for (GeoSender sender : senders.values()) {
            due = Math.min(due, sender.nextDueNanos());
        }
        return due;
    }

    /** Closes all ends; messages that have come, and those that come from now on, are released. */
    @Override
    public void close() {
        closed = true;
        releaseArrivals();
        receivers.values().forEach(GeoReceiver::close);
        senders.values().forEach(GeoSender::close);
    }

    /** Releases the messages that have come. Event loops may do this at the same time. */
    private void releaseArrivals() {
        synchronized (arrivals) {
            for (Object arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
                if (arrival instanceof InboundMessage message) {
                    message.release();
                }
            }
        }
    }
}
