// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/**
 * The layout of an acknowledgement, which a receiver sends to the sender of a channel, little-endian, on the priority
 * lane; no other class knows an offset.
 *
 * <pre>
 *   0       1       2       4               8                               16
 *  +-------+-------+-------+---------------+-------------------------------+
 *  |version| routes| ranges| channel       | epoch of the sender           |
 *  +-------+-------+-------+---------------+-------------------------------+
 *   16                              24              28              32      34      36      40
 *  +-------------------------------+---------------+---------------+-------+---------------+
 *  | next: all before it are here  | decoding a    | decoding a    | asks  |   0   | wait, |
 *  |                               | batch, ns     | byte, ps      |       |       | us    |
 *  +-------------------------------+---------------+---------------+-------+-------+-------+
 *
 *   40              44              48
 *  +---------------+---------------+
 *  | bytes that may| told: nothing |
 *  | wait          | is said beyond|
 *  +---------------+---------------+
 *
 *  for each route by which batches came: the counter of the last one, how long ago it came, and whether it has broken since
 *  +-------+-------+---------------+-------------------------------+
 *  | route |broken | sent on route | nanoseconds                   |
 *  +-------+-------+---------------+-------------------------------+
 *
 *  for each range beyond next that is here, then for each one that is asked for again
 *  +-------------------------------+-------------------------------+
 *  | first sequence                | one after the last            |
 *  +-------------------------------+-------------------------------+
 * </pre>
 *
 * Wait: how long a batch has waited for earlier ones lately, the mean of all. Told: whether one of so many sequences
 * from next on is here is said by the ranges; more ranges than there is room for may lie beyond.
 */
final class GeoAckDescriptor {

    static final int VERSION = 2;

    /**
     * The most ranges in an acknowledgement, which fit a message of the priority lane with any settings of the
     * transport.
     */
    static final int MAX_RANGES = 64;

    static final int MAX_ROUTES = 32;

    static final int HEAD_BYTES = 48;
    static final int ENTRY_BYTES = 16;
    static final int MAX_BYTES = HEAD_BYTES + ENTRY_BYTES * (MAX_ROUTES + 2 * MAX_RANGES);

    private static final int ROUTES = 1;
    private static final int RANGES = 2;
    private static final int CHANNEL = 4;
    private static final int EPOCH = 8;
    private static final int NEXT = 16;
    private static final int BATCH_NANOS = 24;
    private static final int BYTE_PICOS = 28;
    private static final int ASKS = 32;
    private static final int ZERO = 34;
    private static final int WAIT_MICROS = 36;
    private static final int ROOM = 40;
    private static final int TOLD = 44;

    private GeoAckDescriptor() {}

    static void putHead(
            ByteBuffer ack,
            int channel,
            long epoch,
            long next,
            int batchNanos,
            int bytePicos,
            int waitMicros,
            int roomBytes) {
        ack.put(0, (byte) VERSION);
        ack.put(ROUTES, (byte) 0);
        ack.putShort(RANGES, (short) 0);
        ack.putInt(CHANNEL, channel);
        ack.putLong(EPOCH, epoch);
        ack.putLong(NEXT, next);
        ack.putInt(BATCH_NANOS, batchNanos);
        ack.putInt(BYTE_PICOS, bytePicos);
        ack.putShort(ASKS, (short) 0);
        ack.putShort(ZERO, (short) 0);
        ack.putInt(WAIT_MICROS, waitMicros);
        ack.putInt(ROOM, roomBytes);
        ack.putInt(TOLD, Integer.MAX_VALUE);
    }

    /** Sets the sequence from which on the acknowledgement says nothing. Without this call it covers all sequences. */
    static void putToldEnd(ByteBuffer ack, long end) {
        ack.putInt(TOLD, (int) Math.min(end - next(ack, 0), Integer.MAX_VALUE));
    }

    /** Returns the first sequence of which the acknowledgement says nothing. */
    static long toldEnd(ByteBuffer ack, int offset) {
        return next(ack, offset) + Math.max(0, ack.getInt(offset + TOLD));
    }

    /** Adds a route. All routes come before the first range. */
    static void addRoute(ByteBuffer ack, int route, boolean broken, int routeSequence, long agoNanos) {
        int at = length(ack, 0);
        ack.putShort(at, (short) route);
        ack.putShort(at + 2, (short) (broken ? 1 : 0));
        ack.putInt(at + 4, routeSequence);
        ack.putLong(at + 8, agoNanos);
        ack.put(ROUTES, (byte) (routes(ack, 0) + 1));
    }

    /** Adds a range that has come. All of these ranges come before the first one that is asked for. */
    static void addRange(ByteBuffer ack, long first, long end) {
        putRange(ack, length(ack, 0), first, end);
        ack.putShort(RANGES, (short) (ranges(ack, 0) + 1));
    }

    static void addAsk(ByteBuffer ack, long first, long end) {
        putRange(ack, length(ack, 0), first, end);
        ack.putShort(ASKS, (short) (asks(ack, 0) + 1));
    }

    private static void putRange(ByteBuffer ack, int at, long first, long end) {
        ack.putLong(at, first);
        ack.putLong(at + Long.BYTES, end);
    }

    static int length(ByteBuffer ack, int offset) {
        return HEAD_BYTES + ENTRY_BYTES * (routes(ack, offset) + ranges(ack, offset) + asks(ack, offset));
    }

    /** Whether these bytes are an acknowledgement that this version reads. */
    static boolean isValid(ByteBuffer ack, int offset, int length) {
        return length >= HEAD_BYTES
                && ack.get(offset) == VERSION
                && ranges(ack, offset) <= MAX_RANGES
                && asks(ack, offset) <= MAX_RANGES
                && routes(ack, offset) <= MAX_ROUTES
                && length == length(ack, offset);
    }

    static int routes(ByteBuffer ack, int offset) {
        return ack.get(offset + ROUTES) & 0xff;
    }

    static int ranges(ByteBuffer ack, int offset) {
        return ack.getShort(offset + RANGES) & 0xffff;
    }

    static int asks(ByteBuffer ack, int offset) {
        return ack.getShort(offset + ASKS) & 0xffff;
    }

    static int channel(ByteBuffer ack, int offset) {
        return ack.getInt(offset + CHANNEL);
    }

    static long epoch(ByteBuffer ack, int offset) {
        return ack.getLong(offset + EPOCH);
    }

    static long next(ByteBuffer ack, int offset) {
        return ack.getLong(offset + NEXT);
    }

    static int batchNanos(ByteBuffer ack, int offset) {
        return ack.getInt(offset + BATCH_NANOS);
    }

    static int bytePicos(ByteBuffer ack, int offset) {
        return ack.getInt(offset + BYTE_PICOS);
    }

    static int waitMicros(ByteBuffer ack, int offset) {
        return ack.getInt(offset + WAIT_MICROS);
    }

    static int roomBytes(ByteBuffer ack, int offset) {
        return ack.getInt(offset + ROOM);
    }

    static int route(ByteBuffer ack, int offset, int index) {
        return ack.getShort(routeAt(offset, index)) & 0xffff;
    }

    static boolean isBroken(ByteBuffer ack, int offset, int index) {
        return ack.getShort(routeAt(offset, index) + 2) != 0;
    }

    static int routeSequence(ByteBuffer ack, int offset, int index) {
        return ack.getInt(routeAt(offset, index) + 4);
    }

    static long agoNanos(ByteBuffer ack, int offset, int index) {
        return ack.getLong(routeAt(offset, index) + 8);
    }

    static long rangeFirst(ByteBuffer ack, int offset, int index) {
        return ack.getLong(rangeAt(ack, offset, index));
    }

    static long rangeEnd(ByteBuffer ack, int offset, int index) {
        return ack.getLong(rangeAt(ack, offset, index) + Long.BYTES);
    }

    static long askFirst(ByteBuffer ack, int offset, int index) {
        return rangeFirst(ack, offset, ranges(ack, offset) + index);
    }

    static long askEnd(ByteBuffer ack, int offset, int index) {
        return rangeEnd(ack, offset, ranges(ack, offset) + index);
    }

    private static int routeAt(int offset, int index) {
        return offset + HEAD_BYTES + ENTRY_BYTES * index;
    }

    private static int rangeAt(ByteBuffer ack, int offset, int index) {
        return routeAt(offset, routes(ack, offset) + index);
    }
}
