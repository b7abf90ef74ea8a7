// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The layout of a batch on the wire, little-endian; no other class knows an offset. The checksum covers all bytes after
 * it.
 *
 * <pre>
 *   0               4       5       6       8               12              16
 *  +---------------+-------+-------+-------+---------------+---------------+
 *  | CRC32C        |version| flags | route | sent on route | channel       |
 *  +---------------+-------+-------+-------+---------------+---------------+
 *   16                              24                              32
 *  +-------------------------------+-------------------------------+
 *  | epoch of the sender           | sequence                      |
 *  +-------------------------------+-------------------------------+
 *   32                              40              44              48              52
 *  +-------------------------------+---------------+---------------+---------------+---------------+
 *  | earliest intended time        | events        | bytes         | bytes sent    |       0       |
 *  +-------------------------------+---------------+---------------+---------------+---------------+
 *   56
 *  +- - - - - - - - - - - - - - - -
 *  | the events, or their compressed form: bytes sent
 *  +- - - - - - - - - - - - - - - -
 *
 *  an event, padded to a multiple of 4
 *   0               4
 *  +---------------+- - - - - - - -
 *  | length        | bytes
 *  +---------------+- - - - - - - -
 * </pre>
 *
 * The route, its counter and the flag {@link #ASKS} change when a batch is sent again; nothing else does. The counter is the number of batches
 * that were sent on this route, with this one: a route keeps their order. The intended time is of the sender's clock.
 */
final class GeoDescriptor {

    static final int VERSION = 1;

    /** The flag of a batch whose events are compressed. */
    static final int COMPRESSED = 1;

    /** The flag of a marker: events of earlier batches that come after it may be dropped, see {@link LatePolicy}. */
    static final int MARKER = 2;

    /** The flag of a batch that is to be acknowledged at once: none in flight on its route is. */
    static final int ASKS = 4;

    static final int HEAD_BYTES = 56;

    private static final int CHECKSUM = 0;
    private static final int CHECKED = 4;
    private static final int VERSION_AT = 4;
    private static final int FLAGS = 5;
    private static final int ROUTE = 6;
    private static final int ROUTE_SEQUENCE = 8;
    private static final int CHANNEL = 12;
    private static final int EPOCH = 16;
    private static final int SEQUENCE = 24;
    private static final int INTENDED = 32;
    private static final int EVENTS = 40;
    private static final int BYTES = 44;
    private static final int SENT_BYTES = 48;
    private static final int ZERO = 52;

    private static final int EVENT_HEAD = Integer.BYTES;

    private GeoDescriptor() {}

    /** Returns the bytes that an event of this length takes. */
    static int eventBytes(int length) {
        return EVENT_HEAD + (length + 3 & ~3);
    }

    /** Writes the head of an event, and returns the offset at which its bytes go. */
    static int beginEvent(ByteBuffer batch, int at, int length) {
        int next = at + eventBytes(length);
        if (length > 0) {
            // The padding; the bytes overwrite the rest of it
            batch.putInt(next - Integer.BYTES, 0);
        }
        batch.putInt(at, length);
        return eventOffset(at);
    }

    static int eventLength(ByteBuffer events, int at) {
        return events.getInt(at);
    }

    static int eventOffset(int at) {
        return at + EVENT_HEAD;
    }

    /** Whether the events of a batch fill its bytes exactly. */
    static boolean areEvents(ByteBuffer events, int offset, int bytes, int count) {
        int at = offset;
        int end = offset + bytes;
        for (int i = 0; i < count; i++) {
            if (end - at < EVENT_HEAD) {
                return false;
            }
            int length = events.getInt(at);
            if (length < 0 || length > end - at - EVENT_HEAD || eventBytes(length) > end - at) {
                return false;
            }
            at += eventBytes(length);
        }
        return at == end;
    }

    /** Writes the fields that stay the same when a batch is sent again. */
    static void putHead(
            ByteBuffer batch,
            int flags,
            int channel,
            long epoch,
            long sequence,
            long intendedNanos,
            int events,
            int bytes,
            int sentBytes) {
        batch.put(VERSION_AT, (byte) VERSION);
        batch.put(FLAGS, (byte) flags);
        batch.putInt(CHANNEL, channel);
        batch.putLong(EPOCH, epoch);
        batch.putLong(SEQUENCE, sequence);
        batch.putLong(INTENDED, intendedNanos);
        batch.putInt(EVENTS, events);
        batch.putInt(BYTES, bytes);
        batch.putInt(SENT_BYTES, sentBytes);
        batch.putInt(ZERO, 0);
    }

    /**
     * Writes the route by which a batch goes now, and the checksum.
     *
     * @param asks whether the batch is to be acknowledged at once
     */
    static void putRoute(ByteBuffer batch, int route, int routeSequence, boolean asks, CRC32C checksum) {
        int flags = batch.get(FLAGS) & ~ASKS;
        batch.put(FLAGS, (byte) (asks ? flags | ASKS : flags));
        batch.putShort(ROUTE, (short) route);
        batch.putInt(ROUTE_SEQUENCE, routeSequence);
        batch.putInt(CHECKSUM, checksum(batch, 0, HEAD_BYTES + batch.getInt(SENT_BYTES), checksum));
    }

    /** Says what is wrong with a batch; empty if nothing is. */
    static String problem(ByteBuffer batch, int offset, int length, CRC32C checksum) {
        if (length < HEAD_BYTES) {
            return "a batch of " + length + " bytes, which is shorter than its head";
        }
        if (batch.get(offset + VERSION_AT) != VERSION) {
            return "a batch of version " + batch.get(offset + VERSION_AT) + ", where " + VERSION + " is known";
        }
        if (sentBytes(batch, offset) != length - HEAD_BYTES) {
            return "a batch of " + length + " bytes whose head says " + sentBytes(batch, offset);
        }
        if (batch.getInt(offset + CHECKSUM) != checksum(batch, offset, length, checksum)) {
            return "a batch with another checksum";
        }
        if (events(batch, offset) < 0 || bytes(batch, offset) < 0 || sequence(batch, offset) < 0) {
            return "a batch with a negative number in its head";
        }
        return "";
    }

    private static int checksum(ByteBuffer batch, int offset, int length, CRC32C checksum) {
        checksum.reset();
        checksum.update(batch.duplicate().limit(offset + length).position(offset + CHECKED));
        return (int) checksum.getValue();
    }

    static boolean isCompressed(ByteBuffer batch, int offset) {
        return (batch.get(offset + FLAGS) & COMPRESSED) != 0;
    }

    static boolean isMarker(ByteBuffer batch, int offset) {
        return (batch.get(offset + FLAGS) & MARKER) != 0;
    }

    static boolean asks(ByteBuffer batch, int offset) {
        return (batch.get(offset + FLAGS) & ASKS) != 0;
    }

    static int route(ByteBuffer batch, int offset) {
        return batch.getShort(offset + ROUTE) & 0xffff;
    }

    static int routeSequence(ByteBuffer batch, int offset) {
        return batch.getInt(offset + ROUTE_SEQUENCE);
    }

    static long epoch(ByteBuffer batch, int offset) {
        return batch.getLong(offset + EPOCH);
    }

    static long sequence(ByteBuffer batch, int offset) {
        return batch.getLong(offset + SEQUENCE);
    }

    static long intendedNanos(ByteBuffer batch, int offset) {
        return batch.getLong(offset + INTENDED);
    }

    static int events(ByteBuffer batch, int offset) {
        return batch.getInt(offset + EVENTS);
    }

    /** Returns the bytes of the events before compression. */
    static int bytes(ByteBuffer batch, int offset) {
        return batch.getInt(offset + BYTES);
    }

    static int sentBytes(ByteBuffer batch, int offset) {
        return batch.getInt(offset + SENT_BYTES);
    }
}
