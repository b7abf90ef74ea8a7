package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.MessageDescriptor.HOP_HEAD;
import static io.millrace.runtime.tuple.MessageDescriptor.HOP_PARTS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.HOP_TASK_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.WAY_HEAD;
import static io.millrace.runtime.tuple.MessageDescriptor.WAY_HOPS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.WAY_WEIGHT_OFFSET;

import io.millrace.api.metrics.WayPart;
import io.millrace.runtime.codec.CodecException;
import java.nio.ByteBuffer;

/** Writes and reads the ways in messages. Stateless. */
final class WayBytes {

    private static final int ALL_PARTS = (1 << Way.PARTS) - 1;
    private static final int DUE = 1 << WayPart.DUE.ordinal();

    private WayBytes() {}

    static int sizeOf(Way way) {
        int bytes = WAY_HEAD;
        for (Way hop = way; hop != null; hop = hop.before()) {
            bytes += HOP_HEAD + Integer.bitCount(parts(hop)) * Long.BYTES;
        }
        return bytes;
    }

    private static int parts(Way hop) {
        int parts = hop.isDue() ? DUE : 0;
        for (int part = 0; part < Way.PARTS; part++) {
            parts |= hop.nanos(part) == 0 ? 0 : 1 << part;
        }
        return parts;
    }

    static void write(Way way, ByteBuffer buffer, int offset, int size) {
        buffer.putShort(offset + WAY_HOPS_OFFSET, (short) way.hops());
        buffer.putInt(offset + WAY_WEIGHT_OFFSET, way.weight());
        // The hops are written from the last one, which knows the one before it
        int end = offset + size;
        for (Way hop = way; hop != null; hop = hop.before()) {
            int parts = parts(hop);
            int at = end - HOP_HEAD - Integer.bitCount(parts) * Long.BYTES;
            buffer.putInt(at + HOP_TASK_OFFSET, hop.task());
            buffer.putInt(at + HOP_PARTS_OFFSET, parts);
            int next = at + HOP_HEAD;
            for (int part = 0; part < Way.PARTS; part++) {
                if ((parts & 1 << part) != 0) {
                    buffer.putLong(next, hop.nanos(part));
                    next += Long.BYTES;
                }
            }
            end = at;
        }
    }

    /**
     * Checks the way of a message.
     *
     * @param end end of the message
     * @return number of its bytes
     */
    static int sizeOf(ByteBuffer buffer, int offset, int end) {
        int hops = end - offset < WAY_HEAD ? 0 : buffer.getShort(offset + WAY_HOPS_OFFSET);
        if (hops < 1 || hops >= Way.MOST_HOPS) {
            throw malformed(hops);
        }
        int at = offset + WAY_HEAD;
        for (int i = 0; i < hops; i++) {
            int parts = end - at < HOP_HEAD ? ~ALL_PARTS : buffer.getInt(at + HOP_PARTS_OFFSET);
            int bytes = HOP_HEAD + Integer.bitCount(parts) * Long.BYTES;
            if ((parts & ~ALL_PARTS) != 0 || end - at < bytes) {
                throw malformed(hops);
            }
            at += bytes;
        }
        return at - offset;
    }

    /** Reads a way that was checked. */
    static Way read(ByteBuffer buffer, int offset) {
        int hops = buffer.getShort(offset + WAY_HOPS_OFFSET);
        int weight = buffer.getInt(offset + WAY_WEIGHT_OFFSET);
        Way way = null;
        int at = offset + WAY_HEAD;
        for (int i = 0; i < hops; i++) {
            int task = buffer.getInt(at + HOP_TASK_OFFSET);
            int parts = buffer.getInt(at + HOP_PARTS_OFFSET);
            at += HOP_HEAD;
            long[] nanos = new long[Way.PARTS];
            for (int part = 0; part < Way.PARTS; part++) {
                if ((parts & 1 << part) != 0) {
                    nanos[part] = buffer.getLong(at);
                    at += Long.BYTES;
                }
            }
            way = new Way(way, task, weight, (parts & DUE) != 0, nanos);
        }
        return way;
    }

    private static CodecException malformed(int hops) {
        return new CodecException("a message has a way of " + hops + " hops that it does not contain: it is malformed");
    }
}
