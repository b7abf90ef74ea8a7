// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.model.CodecCost;
import io.millrace.transport.geo.model.CostFit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The receiving end of a channel: checks batches, hands each one over once in the order of the policy, and acknowledges
 * them. Used by one thread; {@link #doWork} must be called again by {@link #nextDueNanos()}.
 */
public final class GeoReceiver implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GeoReceiver.class);

    /** The number of batches after which an acknowledgement is due, although none of them asks for one. */
    static final int ACK_BATCHES = 8;

    /** The time for which batches that do not ask for an acknowledgement wait for one. */
    static final long ACK_NANOS = 10_000_000L;

    private static final double NANOS = 1e9;
    private static final double PICOS = 1e12;

    private final Settings settings;
    private final LongSupplier clock;
    private final AckSink sink;
    private final GeoConsumer consumer;
    private final BatchCodec codec;
    private final Reordering order;
    private final ReceivedRoutes routes = new ReceivedRoutes();
    private final CostFit decoding = new CostFit();
    private final CRC32C checksum = new CRC32C();
    private final ByteBuffer ack =
            ByteBuffer.allocate(GeoAckDescriptor.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private long epoch = -1;
    private int unacknowledged;
    private long firstUnacknowledgedNanos;
    private boolean ackNow;

    /** The routes by which batches came, or that ended, since the last acknowledgement, as a bit set. */
    private int heardRoutes;

    private long batches;
    private long duplicates;
    private long late;
    private long refused;
    private long stale;
    private long invalid;
    private long abandoned;

    /** Sends acknowledgements to the sender, on the priority lane. */
    public interface AckSink {

        /** Returns false if there is no room now; a later acknowledgement repeats all that this one says. */
        boolean offer(ByteBuffer ack, int offset, int length);
    }

    /**
     * The settings on which both ends of a channel agree.
     *
     * @param channel the number of the channel between these two ends
     * @param reorderBytes the bytes that may wait for earlier batches
     * @param maxBatchBytes the most bytes of the events of a batch before compression
     */
    public record Settings(int channel, long reorderBytes, int maxBatchBytes) {}

    /**
     * @param codec null if no batch is compressed
     * @param clock the monotonic clock, in nanoseconds
     */
    public GeoReceiver(
            Settings settings,
            LatePolicy policy,
            BatchCodec codec,
            GeoConsumer consumer,
            AckSink sink,
            LongSupplier clock) {
        this.settings = settings;
        this.codec = codec;
        this.consumer = consumer;
        this.sink = sink;
        this.clock = clock;
        this.order = new Reordering(policy, settings.reorderBytes(), new GeoConsumer() {
            @Override
            public void onBatch(GeoBatch batch) {
                deliver(batch);
            }

            @Override
            public void onLate(GeoBatch batch) {
                late++;
                if (restore(batch)) {
                    consumer.onLate(batch);
                }
            }
        });
    }

    /** Sets how batches are delivered from now on. */
    public void policy(LatePolicy policy) {
        order.policy(policy, clock.getAsLong());
    }

    /** Takes a message that is a batch of this channel, and owns it. */
    public void onBatch(InboundMessage message) {
        String problem = GeoDescriptor.problem(message.buffer(), message.offset(), message.length(), checksum);
        if (!problem.isEmpty()) {
            invalid++;
            LOG.warn("channel {} drops {}", settings.channel(), problem);
            message.release();
            return;
        }
        long from = GeoDescriptor.epoch(message.buffer(), message.offset());
        if (from < epoch) {
            stale++;
            message.release();
            return;
        }
        if (from > epoch) {
            // The earlier sender sends nothing any more: batches that wait for its other batches wait in vain
            abandoned += order.reset();
            routes.clear();
            epoch = from;
        }
        put(message);
    }

    private void put(InboundMessage message) {
        long now = clock.getAsLong();
        GeoBatch batch = new GeoBatch(message, now);
        int route = GeoDescriptor.route(message.buffer(), message.offset());
        int routeSequence = GeoDescriptor.routeSequence(message.buffer(), message.offset());
        if (!routes.note(route, routeSequence, batch.sequence(), message.connection(), now)) {
            invalid++;
            message.release();
            return;
        }
        heardRoutes |= 1 << route;
        ackNow |= GeoDescriptor.asks(message.buffer(), message.offset());
        if (unacknowledged++ == 0) {
            firstUnacknowledgedNanos = now;
        }
        switch (order.put(batch, now)) {
            case DUPLICATE -> {
                duplicates++;
                message.release();
            }
            case REFUSED -> {
                refused++;
                message.release();
            }
            default -> batches++;
        }
    }

    /**
     * Acknowledges at once, as a connection has gone by which batches came: batches in flight on it will not come.
     *
     * @param connection as {@link InboundMessage#connection()}
     */
    public void onConnectionClosed(long connection) {
        int ended = routes.closed(connection);
        heardRoutes |= ended;
        ackNow |= ended != 0;
    }

    /**
     * Skips the batches that the policy gives up, and sends an acknowledgement if one is due. Returns whether something
     * was done.
     */
    public boolean doWork() {
        long now = clock.getAsLong();
        boolean skipped = order.skip(now);
        boolean due = ackNow
                || unacknowledged >= ACK_BATCHES
                || unacknowledged > 0 && now - firstUnacknowledgedNanos >= ACK_NANOS;
        return due && acknowledge(now) || skipped;
    }

    /**
     * The time at which {@link #doWork} may have something to do, by the clock; {@code Long.MAX_VALUE} if only a batch
     * can change that.
     */
    public long nextDueNanos() {
        if (ackNow || unacknowledged >= ACK_BATCHES) {
            return clock.getAsLong();
        }
        long ackDue = unacknowledged > 0 ? firstUnacknowledgedNanos + ACK_NANOS : Long.MAX_VALUE;
        return Math.min(ackDue, order.skipDueNanos());
    }

    private boolean acknowledge(long now) {
        CodecCost cost = decoding.cost();
        GeoAckDescriptor.putHead(
                ack,
                settings.channel(),
                epoch,
                order.firstMissing(),
                (int) Math.min(cost.batchSeconds() * NANOS, Integer.MAX_VALUE),
                (int) Math.min(cost.byteSeconds() * PICOS, Integer.MAX_VALUE),
                (int) Math.min(order.meanWaitNanos() / 1_000, Integer.MAX_VALUE),
                (int) Math.min(order.roomBytes(), Integer.MAX_VALUE));
        routes.writeTo(ack, now);
        long end = order.end();
        long told = order.firstMissing();
        for (int ranges = 0; told < end && ranges < GeoAckDescriptor.MAX_RANGES; ranges++) {
            long first = skipWhile(false, told, end);
            told = skipWhile(true, first, end);
            if (first < told) {
                GeoAckDescriptor.addRange(ack, first, told);
            }
        }
        if (told < end) {
            GeoAckDescriptor.putToldEnd(ack, told);
        }
        int asks = 0;
        for (long at = order.firstMissing(); at < told && asks < GeoAckDescriptor.MAX_RANGES; ) {
            long first = skipWhile(true, at, told);
            at = skipWhile(false, first, told);
            if (first < at && routes.haveAllPassed(at - 1)) {
                GeoAckDescriptor.addAsk(ack, first, at);
                asks++;
            }
        }
        if (!sink.offer(ack, 0, GeoAckDescriptor.length(ack, 0))) {
            return false;
        }
        unacknowledged = 0;
        heardRoutes = 0;
        ackNow = false;
        return true;
    }

    /**
     * The routes by which batches came, or that ended, since the last acknowledgement, as a bit set: the sender of the
     * next one can take the same way.
     */
    public int heardRoutes() {
        return heardRoutes;
    }

    /** Returns the first sequence from {@code at} on that has not come, if {@code here} is set, or that has. */
    private long skipWhile(boolean here, long at, long end) {
        long sequence = at;
        while (sequence < end && order.has(sequence) == here) {
            sequence++;
        }
        return sequence;
    }

    private void deliver(GeoBatch batch) {
        if (restore(batch)) {
            consumer.onBatch(batch);
        }
    }

    /**
     * Decompresses a batch. A batch that cannot be read is dropped: its sender wrote it so, and would send the same
     * again.
     */
    private boolean restore(GeoBatch batch) {
        long start = clock.getAsLong();
        ByteBuffer source = batch.buffer();
        int head = batch.begin() - GeoDescriptor.HEAD_BYTES;
        int bytes = GeoDescriptor.bytes(source, head);
        boolean valid = true;
        if (GeoDescriptor.isCompressed(source, head)) {
            valid = codec != null && bytes <= settings.maxBatchBytes() && decompress(batch, head, bytes);
        }
        valid = valid && GeoDescriptor.areEvents(batch.buffer(), batch.begin(), bytes, batch.events());
        if (!valid) {
            invalid++;
            LOG.warn("channel {} drops batch {}, whose events cannot be read", settings.channel(), batch.sequence());
            batch.release();
            return false;
        }
        decoding.add(bytes, (clock.getAsLong() - start) / NANOS);
        return true;
    }

    private boolean decompress(GeoBatch batch, int head, int bytes) {
        ByteBuffer source = batch.buffer();
        ByteBuffer plain = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean valid = codec.decompress(source, batch.begin(), GeoDescriptor.sentBytes(source, head), plain, bytes);
        batch.decompressed(plain);
        return valid;
    }

    /**
     * The mean time for which batches have lately waited for earlier ones, in nanoseconds; batches that did not wait
     * count.
     */
    public long meanWaitNanos() {
        return (long) order.meanWaitNanos();
    }

    /** Returns the counters since this receiver was made. */
    public Counters counters() {
        return new Counters(
                batches,
                duplicates,
                late,
                order.skips(),
                refused,
                stale,
                invalid,
                abandoned,
                order.heldBytes(),
                order.waits(),
                order.waitedNanos());
    }

    /** Releases the batches that wait. */
    @Override
    public void close() {
        abandoned += order.reset();
    }

    /**
     * Counters of a receiver.
     *
     * @param batches batches that were taken, waiting ones included
     * @param duplicates batches that came again
     * @param late batches that came after they were skipped
     * @param skipped batches that were given up
     * @param refused batches without room to wait in, which are sent again
     * @param stale batches of an earlier sender
     * @param invalid batches that could not be read
     * @param abandoned batches that waited for batches of an earlier sender
     * @param heldBytes bytes of the batches that wait now
     * @param waits batches that have waited for earlier ones
     * @param waitedNanos the sum of these waits
     */
    public record Counters(
            long batches,
            long duplicates,
            long late,
            long skipped,
            long refused,
            long stale,
            long invalid,
            long abandoned,
            long heldBytes,
            long waits,
            long waitedNanos) {}
}
