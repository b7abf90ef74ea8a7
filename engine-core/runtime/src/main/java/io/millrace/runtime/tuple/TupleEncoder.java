// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.MessageDescriptor.EMITTED_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.FLAGS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.GENERATION_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.INTENDED_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.KIND_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.OFFERED_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ROOTS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ROOT_LENGTH;
import static io.millrace.runtime.tuple.MessageDescriptor.SAMPLED;
import static io.millrace.runtime.tuple.MessageDescriptor.SOURCE_TASK_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.STREAM_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.TRACED;
import static io.millrace.runtime.tuple.MessageDescriptor.TRACE_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.TUPLE;
import static io.millrace.runtime.tuple.MessageDescriptor.TUPLE_HEAD;
import static io.millrace.runtime.tuple.MessageDescriptor.WRITTEN_OFFSET;

import io.millrace.api.Fields;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;

/**
 * Writes tuples in place. One per executor, confined to its thread. Values that go to several tasks are encoded once,
 * and copied into each message, unless there are long values among them: these are copied from where they are.
 */
public final class TupleEncoder {

    private static final int KEPT_BYTES = 1 << 20;

    private final ValuesCodec codec;
    private final int maxBytes;
    private final LongSupplier clock;

    // The values that were last encoded for several tasks
    private int emission;
    private Object[] emitted;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int length;

    /** The array of the last copied payload, to be used again; empty if there is none, or the heap has needed it. */
    private SoftReference<byte[]> spare = new SoftReference<>(null);

    public TupleEncoder(ValuesCodec codec, int maxBytes, LongSupplier clock) {
        this.codec = codec;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /**
     * Returns how many bytes {@link #write} takes for this tuple, which must be written next.
     *
     * @throws TopologyException if the tuple has a value that cannot be encoded, or is too large
     */
    public int sizeOf(DataTuple tuple) {
        int values;
        try {
            values = tuple.emission() == 0 ? codec.sizeOf(tuple.array()) : encodeOnce(tuple);
        } catch (CodecException e) {
            throw new TopologyException(
                    "component '" + tuple.sourceComponent() + "' emits on stream '" + tuple.sourceStream() + "'"
                            + refusedField(tuple) + ": " + e.getMessage(),
                    e);
        }
        long size = headOf(tuple) + (long) tuple.rootCount() * ROOT_LENGTH + values;
        if (size > maxBytes) {
            throw new TopologyException("component '" + tuple.sourceComponent() + "' emits a tuple of " + size
                    + " bytes on stream '" + tuple.sourceStream() + "', the bound is " + maxBytes + ": raise "
                    + TopologyKeys.MESSAGE_MAX_BYTES.name() + " or emit smaller ones");
        }
        tuple.bytes((int) size);
        return (int) size;
    }

    private String refusedField(DataTuple tuple) {
        Fields fields = tuple.stream().fields();
        return codec.refused() < fields.size() ? ", field '" + fields.names().get(codec.refused()) + "'" : "";
    }

    private int encodeOnce(DataTuple tuple) {
        if (tuple.emission() == emission && tuple.array() == emitted) {
            return length;
        }
        emission = 0;
        length = codec.sizeOf(tuple.array());
        if (length > maxBytes || codec.longBytes() > 0) {
            return length;
        }
        if (bytes.capacity() < length || bytes.capacity() > Math.max(length, KEPT_BYTES)) {
            bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        }
        codec.write(bytes, 0, tuple.array());
        emission = tuple.emission();
        emitted = tuple.array();
        return length;
    }

    private static int headOf(DataTuple tuple) {
        StageTimes times = tuple.stageTimes();
        if (times == null) {
            return TUPLE_HEAD;
        }
        return times.trace() == null ? TRACE_OFFSET : TRACE_OFFSET + TraceBytes.sizeOf(times.trace());
    }

    private static long flags(StageTimes times) {
        return times == null ? 0 : times.trace() == null ? SAMPLED : SAMPLED | TRACED;
    }

    /** Returns whether the values were encoded for several tasks. */
    private boolean isEncoded(DataTuple tuple) {
        return tuple.emission() != 0 && tuple.emission() == emission;
    }

    /** Replaces the last value by an array, if its bytes were not written yet. */
    public void writePayload(DataTuple tuple) {
        if (tuple.unwrittenBytes() >= 0) {
            byte[] used = spare.get();
            spare.clear();
            tuple.writePayload(used);
        }
    }

    /** Takes back a tuple that a link has copied, and that goes to no other task. Its payload's array is used again. */
    public void copied(DataTuple tuple) {
        byte[] payload = tuple.ownPayload();
        if (payload != null) {
            spare = new SoftReference<>(payload);
        }
    }

    /** Returns whether {@link #writeLong} saves a copy. Only valid directly after {@link #sizeOf}. */
    public boolean hasLongValues(DataTuple tuple) {
        return !isEncoded(tuple) && codec.longBytes() > 0;
    }

    /**
     * Encodes a tuple but for the bytes of long values, which stay where they are.
     *
     * @param size result of {@link #sizeOf} for this tuple
     */
    public LongMessage writeLong(DataTuple tuple, int size) {
        LongMessage message = new LongMessage();
        int longBytes = isEncoded(tuple) ? 0 : codec.longBytes();
        ByteBuffer around = ByteBuffer.allocate(size - longBytes).order(ByteOrder.LITTLE_ENDIAN);
        if (longBytes == 0) {
            write(tuple, around, 0);
        } else {
            codec.writeAround(around, writeHead(tuple, around, 0), tuple.array(), (index, value, valueBytes) -> {
                message.add(around.slice(around.position(), index - around.position()));
                around.position(index);
                message.addValue(value, valueBytes);
            });
            writeTimes(tuple, around, 0);
        }
        message.add(around.slice());
        return message;
    }

    public void write(DataTuple tuple, ByteBuffer buffer, int offset) {
        int at = writeHead(tuple, buffer, offset);
        if (isEncoded(tuple)) {
            buffer.put(at, bytes, 0, length);
        } else {
            codec.write(buffer, at, tuple.array());
        }
        writeTimes(tuple, buffer, offset);
    }

    /** Writes all that comes before the values, except for the stage times. Returns the offset of the values. */
    private static int writeHead(DataTuple tuple, ByteBuffer buffer, int offset) {
        int roots = tuple.rootCount();
        StageTimes times = tuple.stageTimes();
        buffer.putLong(
                offset + KIND_OFFSET,
                TUPLE
                        | flags(times) << 8 * FLAGS_OFFSET
                        | (long) tuple.stream().index() << 8 * STREAM_OFFSET
                        | (long) tuple.sourceTask() << 8 * SOURCE_TASK_OFFSET);
        buffer.putLong(offset + INTENDED_OFFSET, tuple.intendedNanos());
        buffer.putLong(
                offset + ROOTS_OFFSET,
                roots | (long) (tuple.generation() & 0xFFFF) << 8 * (GENERATION_OFFSET - ROOTS_OFFSET));
        int at = offset + headOf(tuple);
        for (int i = 0; i < roots; i++) {
            buffer.putLong(at, tuple.root(i));
            buffer.putLong(at + Long.BYTES, tuple.edge(i));
            at += ROOT_LENGTH;
        }
        return at;
    }

    private void writeTimes(DataTuple tuple, ByteBuffer buffer, int offset) {
        StageTimes times = tuple.stageTimes();
        if (times != null) {
            buffer.putLong(offset + EMITTED_OFFSET, times.emitted());
            buffer.putLong(offset + OFFERED_OFFSET, times.offered());
            if (times.trace() != null) {
                TraceBytes.write(times.trace(), buffer, offset + TRACE_OFFSET, headOf(tuple) - TRACE_OFFSET);
            }
            buffer.putLong(offset + WRITTEN_OFFSET, clock.getAsLong());
        }
    }
}
