package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.MessageDescriptor.INTENDED_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.KIND_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ROOTS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ROOT_LENGTH;
import static io.millrace.runtime.tuple.MessageDescriptor.SOURCE_TASK_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.STREAM_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.TUPLE;
import static io.millrace.runtime.tuple.MessageDescriptor.TUPLE_HEAD;

import io.millrace.api.TopologyException;
import io.millrace.api.TopologyKeys;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValueCodec;
import java.nio.ByteBuffer;

/** Writes tuples in place; one per executor, on its thread. */
public final class TupleEncoder {

    private final ValueCodec codec;
    private final int maxBytes;

    public TupleEncoder(ValueCodec codec, int maxBytes) {
        this.codec = codec;
        this.maxBytes = maxBytes;
    }

    /**
     * How many bytes {@link #write} takes for this tuple, which must come next.
     *
     * @throws TopologyException if it has a value that cannot be encoded, or is too large
     */
    public int sizeOf(DataTuple tuple) {
        int values;
        try {
            values = codec.sizeOf(tuple.array());
        } catch (CodecException e) {
            throw new TopologyException(
                    "component '" + tuple.sourceComponent() + "' emits on stream '" + tuple.sourceStream() + "': "
                            + e.getMessage(),
                    e);
        }
        long size = TUPLE_HEAD + (long) tuple.rootCount() * ROOT_LENGTH + values;
        if (size > maxBytes) {
            throw new TopologyException("component '" + tuple.sourceComponent() + "' emits a tuple of " + size
                    + " bytes on stream '" + tuple.sourceStream() + "', the bound is " + maxBytes + ": raise "
                    + TopologyKeys.MESSAGE_MAX_BYTES.name() + " or emit smaller ones");
        }
        tuple.encodedBytes((int) size);
        return (int) size;
    }

    public void write(DataTuple tuple, ByteBuffer buffer, int offset) {
        int roots = tuple.rootCount();
        buffer.putLong(
                offset + KIND_OFFSET,
                TUPLE
                        | (long) tuple.stream().index() << 8 * STREAM_OFFSET
                        | (long) tuple.sourceTask() << 8 * SOURCE_TASK_OFFSET);
        buffer.putLong(offset + INTENDED_OFFSET, tuple.intendedNanos());
        buffer.putLong(offset + ROOTS_OFFSET, roots);
        int at = offset + TUPLE_HEAD;
        for (int i = 0; i < roots; i++) {
            buffer.putLong(at, tuple.root(i));
            buffer.putLong(at + Long.BYTES, tuple.edge(i));
            at += ROOT_LENGTH;
        }
        codec.write(buffer, at, tuple.array());
    }
}
