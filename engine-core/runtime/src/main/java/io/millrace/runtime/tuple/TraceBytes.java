// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.MessageDescriptor.HOP_HEAD;
import static io.millrace.runtime.tuple.MessageDescriptor.HOP_PARTS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.HOP_TASK_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.TRACE_HEAD;
import static io.millrace.runtime.tuple.MessageDescriptor.TRACE_HOPS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.TRACE_WEIGHT_OFFSET;

import io.millrace.api.metrics.TracePart;
import io.millrace.runtime.codec.CodecException;
import java.nio.ByteBuffer;

/** Writes and reads the traces in messages. Stateless. */
final class TraceBytes {

    private static final int ALL_PARTS = (1 << Trace.PARTS) - 1;
    private static final int DUE = 1 << TracePart.DUE.ordinal();

    private TraceBytes() {}

    static int sizeOf(Trace trace) {
        int bytes = TRACE_HEAD;
        for (Trace hop = trace; hop != null; hop = hop.before()) {
            bytes += HOP_HEAD + Integer.bitCount(parts(hop)) * Long.BYTES;
        }
        return bytes;
    }

    private static int parts(Trace hop) {
        int parts = hop.isDue() ? DUE : 0;
        for (int part = 0; part < Trace.PARTS; part++) {
            parts |= hop.nanos(part) == 0 ? 0 : 1 << part;
        }
        return parts;
    }

    static void write(Trace trace, ByteBuffer buffer, int offset, int size) {
        buffer.putShort(offset + TRACE_HOPS_OFFSET, (short) trace.hops());
        buffer.putInt(offset + TRACE_WEIGHT_OFFSET, trace.weight());
        // The hops are written from the last one, which knows the one before it
        int end = offset + size;
        for (Trace hop = trace; hop != null; hop = hop.before()) {
            int parts = parts(hop);
            int at = end - HOP_HEAD - Integer.bitCount(parts) * Long.BYTES;
            buffer.putInt(at + HOP_TASK_OFFSET, hop.task());
            buffer.putInt(at + HOP_PARTS_OFFSET, parts);
            int next = at + HOP_HEAD;
            for (int part = 0; part < Trace.PARTS; part++) {
                if ((parts & 1 << part) != 0) {
                    buffer.putLong(next, hop.nanos(part));
                    next += Long.BYTES;
                }
            }
            end = at;
        }
    }

    /**
     * Checks the trace of a message.
     *
     * @param end end of the message
     * @return number of its bytes
     */
    static int sizeOf(ByteBuffer buffer, int offset, int end) {
        int hops = end - offset < TRACE_HEAD ? 0 : buffer.getShort(offset + TRACE_HOPS_OFFSET);
        if (hops < 1 || hops >= Trace.MOST_HOPS) {
            throw malformed(hops);
        }
        int at = offset + TRACE_HEAD;
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

    /** Reads a trace that was checked. */
    static Trace read(ByteBuffer buffer, int offset) {
        int hops = buffer.getShort(offset + TRACE_HOPS_OFFSET);
        int weight = buffer.getInt(offset + TRACE_WEIGHT_OFFSET);
        Trace trace = null;
        int at = offset + TRACE_HEAD;
        for (int i = 0; i < hops; i++) {
            int task = buffer.getInt(at + HOP_TASK_OFFSET);
            int parts = buffer.getInt(at + HOP_PARTS_OFFSET);
            at += HOP_HEAD;
            long[] nanos = new long[Trace.PARTS];
            for (int part = 0; part < Trace.PARTS; part++) {
                if ((parts & 1 << part) != 0) {
                    nanos[part] = buffer.getLong(at);
                    at += Long.BYTES;
                }
            }
            trace = new Trace(trace, task, weight, (parts & DUE) != 0, nanos);
        }
        return trace;
    }

    private static CodecException malformed(int hops) {
        return new CodecException(
                "a message has a trace of " + hops + " hops that it does not contain: it is malformed");
    }
}
