// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards batches of others unread. Batches for which the next hop has no room are held, and their credit with them: a
 * relay holds at most a window of each stream, and the slowest hop holds the sender back. Any thread adds and removes
 * streams; one event loop calls the rest.
 */
public final class GeoRelay implements AutoCloseable {

    private static final class Stream {
        private final Peer next;
        private final int target;
        private final RelayQueue held = new RelayQueue(this::offer);

        /** The highest epoch of a sender. */
        private volatile long epoch = -1;

        Stream(Peer next, int target) {
            this.next = next;
            this.target = target;
        }

        private boolean offer(InboundMessage message) {
            return next.offer(target, message.buffer(), message.offset(), message.length());
        }
    }

    /**
     * The senders' epoch up to which batches went to an incarnation of a worker: no batch of these senders is for a
     * later incarnation.
     */
    private record Fence(long targetEpoch, long senderEpoch) {}

    private final Map<Integer, Fence> fences = new ConcurrentHashMap<>();

    /** The streams by the number under which their batches come. */
    private final Map<Integer, Stream> streams = new ConcurrentHashMap<>();

    private volatile long forwarded;
    private volatile long unknown;
    private volatile boolean closed;

    /**
     * Forwards the batches with one number to another worker.
     *
     * @param next the next hop, made with {@link #onRoom} as its listener
     * @param target the number by which the next hop knows the stream
     */
    public void add(int number, Peer next, int target) {
        if (streams.putIfAbsent(number, new Stream(next, target)) != null) {
            throw new IllegalArgumentException("stream " + number + " is relayed already: remove it before");
        }
    }

    /** Forwards no batch to this worker any more, and drops those that are held for it. */
    public void removeAll(Peer next) {
        streams.forEach((number, stream) -> {
            if (stream.next == next && streams.remove(number, stream)) {
                end(number, stream);
            }
        });
    }

    /**
     * Takes a message, and owns it. From now on batches with its number go to this worker; batches held for an earlier
     * worker are dropped, as their sender sends them again. A batch of a sender that has sent to an earlier incarnation
     * is dropped too, as that incarnation may have got it by another route.
     *
     * @param next the next hop, made with {@link #onRoom} as its listener
     * @param target the number by which the next hop knows the stream
     */
    public void forward(InboundMessage message, Peer next, int target) {
        int number = message.targetTask();
        Stream stream = streams.get(number);
        if (stream == null || stream.next != next) {
            remove(number);
            stream = new Stream(next, target);
            streams.put(number, stream);
        }
        long epoch = message.length() < GeoDescriptor.HEAD_BYTES
                ? -1
                : GeoDescriptor.epoch(message.buffer(), message.offset());
        Fence fence = fences.get(number);
        if (fence != null && fence.targetEpoch() != next.address().epoch() && epoch <= fence.senderEpoch()) {
            message.release();
            return;
        }
        stream.epoch = Math.max(stream.epoch, epoch);
        if (stream.held.take(message)) {
            forwarded++;
        }
        if (closed) {
            remove(number);
        }
    }

    /** Stops forwarding a stream, and drops its batches that are held. */
    public void remove(int number) {
        Stream stream = streams.remove(number);
        if (stream != null) {
            end(number, stream);
        }
    }

    private void end(int number, Stream stream) {
        stream.held.remove();
        fences.merge(
                number,
                new Fence(stream.next.address().epoch(), stream.epoch),
                (before, now) -> new Fence(now.targetEpoch(), Math.max(before.senderEpoch(), now.senderEpoch())));
    }

    /**
     * Takes a message, and owns it. A message of a stream that is not relayed is dropped: its sender has been notified,
     * or will be.
     */
    public void onMessage(InboundMessage message) {
        Stream stream = streams.get(message.targetTask());
        if (stream == null) {
            unknown++;
            message.release();
        } else if (stream.held.take(message)) {
            forwarded++;
        }
    }

    /** Sends held batches on, as a next hop has room again. */
    public void onRoom() {
        for (Stream stream : streams.values()) {
            forwarded += stream.held.pump();
        }
    }

    /** Drops the batches that are held, and those that come from now on and find no room. */
    @Override
    public void close() {
        closed = true;
        streams.keySet().forEach(this::remove);
    }

    /** The number of batches that were forwarded. */
    public long forwarded() {
        return forwarded;
    }

    /** The number of batches that came for streams that are not relayed. */
    public long unknown() {
        return unknown;
    }

    /** The number of batches that are held now. */
    public int held() {
        return streams.values().stream().mapToInt(stream -> stream.held.size()).sum();
    }
}
