// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The closed batches that the receiver does not have, as far as is known: those that wait for a route for the first
 * time, those that are under way, and those that were lost. The sender's thread.
 */
final class Outstanding {

    /** A batch that a route has passed, and of which the receiver has not said yet whether it is here. */
    private record Undecided(SentBatch batch, RoutePipeline route, int routeSequence) {}

    private final SequenceWindow<SentBatch> kept = new SequenceWindow<>();
    private final ArrayDeque<SentBatch> fresh = new ArrayDeque<>();

    /** The lost batches, the earliest first. */
    private final TreeSet<SentBatch> lost = new TreeSet<>(Comparator.comparingLong(batch -> batch.sequence));

    /** The undecided batches, the earliest first. */
    private final PriorityQueue<Undecided> undecided =
            new PriorityQueue<>(Comparator.comparingLong(each -> each.batch().sequence));

    /** The sequence from which on the last acknowledgement says nothing. */
    private long toldEnd;

    /** Takes each batch once, as soon as the receiver has it. */
    private final Consumer<SentBatch> arrived;

    private long bytes;

    /** The bytes of all batches before the first that the receiver misses. */
    private long receivedBytes;

    /** The bytes that the receiver has room for beyond {@link #receivedBytes}. */
    private long roomBytes = Long.MAX_VALUE;

    private long resends;

    Outstanding(Consumer<SentBatch> arrived) {
        this.arrived = arrived;
    }

    /** Adds the batch with the next sequence. */
    void add(SentBatch batch) {
        kept.put(batch.sequence, batch);
        bytes += batch.length;
        fresh.add(batch);
    }

    /** Takes the batches that an acknowledgement says have come. */
    void acknowledge(ByteBuffer ack, int offset) {
        long next = GeoAckDescriptor.next(ack, offset);
        while (kept.next() < next) {
            SentBatch first = kept.removeFirst();
            receivedBytes = first.endBytes;
            arrived(first);
        }
        for (int i = 0; i < GeoAckDescriptor.ranges(ack, offset); i++) {
            long end = Math.min(GeoAckDescriptor.rangeEnd(ack, offset, i), kept.end());
            for (long at = Math.max(GeoAckDescriptor.rangeFirst(ack, offset, i), kept.next()); at < end; at++) {
                arrived(kept.get(at));
            }
        }
        roomBytes = GeoAckDescriptor.roomBytes(ack, offset);
        toldEnd = GeoAckDescriptor.toldEnd(ack, offset);
        while (!undecided.isEmpty() && undecided.peek().batch().sequence < toldEnd) {
            Undecided one = undecided.poll();
            lost(one.route(), one.batch(), one.routeSequence());
        }
    }

    private void arrived(SentBatch batch) {
        if (!batch.acknowledged) {
            batch.acknowledged = true;
            lost.remove(batch);
            bytes -= batch.length;
            arrived.accept(batch);
        }
    }

    /**
     * A route has delivered a batch that was sent after this one, as the last acknowledgement says: this one is lost
     * unless it has come or went again. If the acknowledgement does not say whether it has come, a later one will.
     */
    void passed(RoutePipeline route, SentBatch batch, int routeSequence) {
        if (batch.sequence < toldEnd) {
            lost(route, batch, routeSequence);
        } else if (!batch.acknowledged) {
            undecided.add(new Undecided(batch, route, routeSequence));
        }
    }

    /** A route that had this batch has gone: the batch is lost unless it has come or went again. */
    void lost(RoutePipeline route, SentBatch batch, int routeSequence) {
        if (!batch.acknowledged && batch.route == route && batch.routeSequence == routeSequence) {
            lose(batch);
        }
    }

    /**
     * Takes the batches that the receiver misses although none of the routes that it knows explains that. Those whose
     * route has broken at that end and has had time to deliver them are lost; of all other routes this end knows what
     * they may still deliver.
     */
    void asked(ByteBuffer ack, int offset, long nowNanos) {
        for (int i = 0; i < GeoAckDescriptor.asks(ack, offset); i++) {
            long end = Math.min(GeoAckDescriptor.askEnd(ack, offset, i), kept.end());
            for (long at = Math.max(GeoAckDescriptor.askFirst(ack, offset, i), kept.next()); at < end; at++) {
                SentBatch batch = kept.get(at);
                if (batch != null
                        && !batch.acknowledged
                        && batch.route != null
                        && batch.route.isBroken()
                        && nowNanos - batch.sentNanos > batch.route.estimate().minRoundTripNanos()) {
                    lose(batch);
                }
            }
        }
    }

    private void lose(SentBatch batch) {
        batch.route.lose();
        batch.route = null;
        lost.add(batch);
    }

    /** Returns the batch that should be sent next; null if none waits, or the receiver has no room for it. */
    SentBatch next() {
        SentBatch batch = lost.isEmpty() ? fresh.peek() : lost.first();
        return batch != null && (batch.endBytes - receivedBytes <= roomBytes || batch.sequence == kept.next())
                ? batch
                : null;
    }

    /** Counts the batch that {@link #next} has returned as sent. */
    void sent() {
        if (lost.isEmpty()) {
            fresh.poll();
        } else {
            lost.pollFirst();
            resends++;
        }
    }

    /** Returns the first batch that the receiver does not have, if it was sent; else null. */
    SentBatch first() {
        SentBatch first = kept.get(kept.next());
        return first != null && !first.acknowledged && first.sends > 0 ? first : null;
    }

    /** The number of batches that wait for a route. */
    int waiting() {
        return fresh.size() + lost.size();
    }

    /** The bytes of all outstanding batches. */
    long bytes() {
        return bytes;
    }

    long resends() {
        return resends;
    }

    void clear() {
        kept.reset(kept.end());
        fresh.clear();
        lost.clear();
        undecided.clear();
        bytes = 0;
    }
}
