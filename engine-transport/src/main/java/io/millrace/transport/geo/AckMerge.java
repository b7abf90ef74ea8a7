// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Merges the acknowledgements of several receivers that get the same batches into one, as one receiver would send it
 * that has only the batches that all of them have. The sender keeps each batch until the last receiver has it, and
 * sends it again when one of them misses it. Used on the sender's thread.
 */
public final class AckMerge {

    /** @param cameNanos when the acknowledgement came */
    private record Ack(ByteBuffer bytes, long cameNanos) {

        long next() {
            return GeoAckDescriptor.next(bytes, 0);
        }

        /** Returns the index of a route in this acknowledgement, or -1. */
        int indexOf(int route) {
            for (int i = 0; i < GeoAckDescriptor.routes(bytes, 0); i++) {
                if (GeoAckDescriptor.route(bytes, 0, i) == route) {
                    return i;
                }
            }
            return -1;
        }

        /** Returns one after the last sequence of the run that has come and begins with this sequence. */
        long hereUntil(long sequence) {
            if (sequence < next()) {
                return next();
            }
            for (int i = 0; i < GeoAckDescriptor.ranges(bytes, 0); i++) {
                if (GeoAckDescriptor.rangeFirst(bytes, 0, i) <= sequence
                        && sequence < GeoAckDescriptor.rangeEnd(bytes, 0, i)) {
                    return GeoAckDescriptor.rangeEnd(bytes, 0, i);
                }
            }
            return sequence;
        }

        /** The first sequence from this one on that has come; {@code Long.MAX_VALUE} if none is known to have come. */
        long hereFrom(long sequence) {
            if (sequence < next()) {
                return sequence;
            }
            for (int i = 0; i < GeoAckDescriptor.ranges(bytes, 0); i++) {
                if (GeoAckDescriptor.rangeEnd(bytes, 0, i) > sequence) {
                    return Math.max(sequence, GeoAckDescriptor.rangeFirst(bytes, 0, i));
                }
            }
            return Long.MAX_VALUE;
        }
    }

    private final int channel;
    private final long epoch;
    private final LongSupplier clock;

    /** The last acknowledgement of each receiver; null for a receiver that has sent none. */
    private final Map<Integer, Ack> acks = new TreeMap<>();

    private final ByteBuffer merged =
            ByteBuffer.allocate(GeoAckDescriptor.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param channel the sender's channel
     * @param epoch the sender's epoch
     * @param receivers the numbers of the receivers that get its batches, which may be any
     */
    public AckMerge(int channel, long epoch, Iterable<Integer> receivers, LongSupplier clock) {
        this.channel = channel;
        this.epoch = epoch;
        this.clock = clock;
        receivers.forEach(receiver -> acks.put(receiver, null));
    }

    /** Takes the acknowledgement of a receiver. Returns whether {@link #merged} has changed. */
    public boolean take(int receiver, ByteBuffer ack, int offset, int length) {
        if (!acks.containsKey(receiver)
                || !GeoAckDescriptor.isValid(ack, offset, length)
                || GeoAckDescriptor.channel(ack, offset) != channel
                || GeoAckDescriptor.epoch(ack, offset) != epoch) {
            return false;
        }
        ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, ack, offset, length);
        acks.put(receiver, new Ack(copy, clock.getAsLong()));
        return merge();
    }

    /** Forgets a receiver that has gone; no batch is kept for it. Returns whether {@link #merged} has changed. */
    public boolean remove(int receiver) {
        boolean was = acks.containsKey(receiver);
        acks.remove(receiver);
        return was && merge();
    }

    /** The merged acknowledgement, little-endian, from its first byte on; valid until the next call. */
    public ByteBuffer merged() {
        return merged;
    }

    /** The length of {@link #merged} in bytes. */
    public int length() {
        return GeoAckDescriptor.length(merged, 0);
    }

    private boolean merge() {
        if (acks.isEmpty() || acks.containsValue(null)) {
            return false;
        }
        List<Ack> all = new ArrayList<>(acks.values());
        long next = Long.MAX_VALUE;
        int batchNanos = 0;
        int bytePicos = 0;
        int waitMicros = 0;
        int roomBytes = Integer.MAX_VALUE;
        for (Ack ack : all) {
            next = Math.min(next, ack.next());
            batchNanos = Math.max(batchNanos, GeoAckDescriptor.batchNanos(ack.bytes, 0));
            bytePicos = Math.max(bytePicos, GeoAckDescriptor.bytePicos(ack.bytes, 0));
            waitMicros = Math.max(waitMicros, GeoAckDescriptor.waitMicros(ack.bytes, 0));
            roomBytes = Math.min(roomBytes, GeoAckDescriptor.roomBytes(ack.bytes, 0));
        }
        GeoAckDescriptor.putHead(merged, channel, epoch, next, batchNanos, bytePicos, waitMicros, roomBytes);
        mergeRoutes(all);
        long told = all.stream()
                .mapToLong(ack -> GeoAckDescriptor.toldEnd(ack.bytes, 0))
                .min()
                .orElseThrow();
        GeoAckDescriptor.putToldEnd(merged, Math.min(told, mergeRanges(all, next)));
        mergeAsks(all);
        return true;
    }

    /** Merges the routes: a route has delivered to all receivers up to the lowest counter among them. */
    private void mergeRoutes(List<Ack> all) {
        long now = clock.getAsLong();
        ByteBuffer first = all.get(0).bytes;
        for (int i = 0; i < GeoAckDescriptor.routes(first, 0); i++) {
            int route = GeoAckDescriptor.route(first, 0, i);
            boolean known = true;
            boolean broken = false;
            int least = GeoAckDescriptor.routeSequence(first, 0, i);
            long ago = Long.MAX_VALUE;
            for (Ack ack : all) {
                int at = ack.indexOf(route);
                known &= at >= 0;
                if (at >= 0) {
                    int sequence = GeoAckDescriptor.routeSequence(ack.bytes, 0, at);
                    long since = GeoAckDescriptor.agoNanos(ack.bytes, 0, at) + now - ack.cameNanos;
                    broken |= GeoAckDescriptor.isBroken(ack.bytes, 0, at);
                    ago = sequence == least ? Math.min(ago, since) : sequence - least < 0 ? since : ago;
                    least = sequence - least < 0 ? sequence : least;
                }
            }
            if (known) {
                GeoAckDescriptor.addRoute(merged, route, broken, least, ago);
            }
        }
    }

    /** Merges the ranges. Returns the first sequence that no range covers; {@code Long.MAX_VALUE} if there is none. */
    private long mergeRanges(List<Ack> all, long next) {
        long at = next;
        for (int ranges = 0; ranges < GeoAckDescriptor.MAX_RANGES; ranges++) {
            long first = firstOfAll(all, at);
            if (first == Long.MAX_VALUE) {
                return Long.MAX_VALUE;
            }
            long end = Long.MAX_VALUE;
            for (Ack ack : all) {
                end = Math.min(end, ack.hereUntil(first));
            }
            GeoAckDescriptor.addRange(merged, first, end);
            at = end;
        }
        return at;
    }

    /** Returns the first sequence from this one on that all receivers have; {@code Long.MAX_VALUE} if there is none. */
    private static long firstOfAll(List<Ack> all, long from) {
        long at = from;
        for (int same = 0; same < all.size() && at != Long.MAX_VALUE; ) {
            same = 0;
            for (Ack ack : all) {
                long here = ack.hereFrom(at);
                same = here == at ? same + 1 : 0;
                at = here;
                if (at == Long.MAX_VALUE) {
                    break;
                }
            }
        }
        return at;
    }

    private void mergeAsks(List<Ack> all) {
        for (Ack ack : all) {
            for (int i = 0; i < GeoAckDescriptor.asks(ack.bytes, 0); i++) {
                if (GeoAckDescriptor.asks(merged, 0) < GeoAckDescriptor.MAX_RANGES) {
                    GeoAckDescriptor.addAsk(
                            merged,
                            GeoAckDescriptor.askFirst(ack.bytes, 0, i),
                            GeoAckDescriptor.askEnd(ack.bytes, 0, i));
                }
            }
        }
    }
}
