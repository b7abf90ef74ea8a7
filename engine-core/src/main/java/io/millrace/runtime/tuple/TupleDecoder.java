package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.MessageDescriptor.INTENDED_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.KIND_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ROOTS_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ROOT_LENGTH;
import static io.millrace.runtime.tuple.MessageDescriptor.SOURCE_TASK_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.STREAM_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.TUPLE;
import static io.millrace.runtime.tuple.MessageDescriptor.TUPLE_HEAD;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValueCodec;
import java.nio.ByteBuffer;

/** Reads tuples from ring or frame memory, as if a stranger had written them; one per executor, on its thread. */
public final class TupleDecoder {

    private final ValueCodec codec;
    private final StreamTable streams;

    public TupleDecoder(ValueCodec codec, StreamTable streams) {
        this.codec = codec;
        this.streams = streams;
    }

    /** Whether a message is a tuple; what else it may be, {@link AckMessage} knows. */
    public static boolean isTuple(ByteBuffer buffer, int offset, int length) {
        return length >= TUPLE_HEAD && buffer.get(offset + KIND_OFFSET) == TUPLE;
    }

    /**
     * The tuple of a message that {@link #isTuple}.
     *
     * @throws CodecException if its bytes are not one
     */
    public DataTuple read(int targetTask, ByteBuffer buffer, int offset, int length) {
        int sourceTask = buffer.getInt(offset + SOURCE_TASK_OFFSET);
        int index = buffer.getShort(offset + STREAM_OFFSET) & 0xFFFF;
        StreamRef stream = streams.find(sourceTask, index);
        if (stream == null) {
            throw new CodecException("a message comes from stream " + index + " of task " + sourceTask
                    + ", which this topology does not have");
        }
        long roots = buffer.getLong(offset + ROOTS_OFFSET);
        if (roots < 0 || roots > (length - TUPLE_HEAD) / ROOT_LENGTH) {
            throw new CodecException("a message of " + length + " bytes names " + roots + " roots: it is malformed");
        }
        int at = offset + TUPLE_HEAD + (int) roots * ROOT_LENGTH;
        Object[] values = codec.read(buffer, at, offset + length);
        if (values.length != stream.fields().size()) {
            throw new CodecException("a message on " + stream + " has " + values.length + " values, the stream has "
                    + stream.fields().size() + " fields");
        }
        DataTuple tuple =
                new DataTuple(stream, sourceTask, targetTask, buffer.getLong(offset + INTENDED_OFFSET), values);
        if (roots > 0) {
            track(tuple, buffer, offset + TUPLE_HEAD, (int) roots);
        }
        return tuple;
    }

    private static void track(DataTuple tuple, ByteBuffer buffer, int offset, int roots) {
        long[] further = roots == 1 ? null : new long[2 * (roots - 1)];
        for (int i = 0; i < 2 * (roots - 1); i++) {
            further[i] = buffer.getLong(offset + ROOT_LENGTH + i * Long.BYTES);
        }
        tuple.track(buffer.getLong(offset), buffer.getLong(offset + Long.BYTES), further);
    }
}
