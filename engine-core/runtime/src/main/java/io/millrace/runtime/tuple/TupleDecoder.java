// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.DataTuple.UNKNOWN_TIME;
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

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.LongValues;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/** Decodes tuples from ring or frame memory. The bytes are not trusted. One per executor, confined to its thread. */
public final class TupleDecoder {

    /** The offset of a payload if there is none. */
    public static final int NO_PAYLOAD = -1;

    private final ValuesCodec codec;
    private final StreamTable streams;
    private final LongSupplier clock;

    /** The holder of long values of the message that is read; null if they are copied. */
    private RetainedMessage held;

    public TupleDecoder(ValuesCodec codec, StreamTable streams, LongSupplier clock) {
        this.codec = codec;
        this.streams = streams;
        this.clock = clock;
    }

    /** Returns whether a message is a tuple. If not, {@link AckMessage} may know it. */
    public static boolean isTuple(ByteBuffer buffer, int offset, int length) {
        return length >= TUPLE_HEAD && buffer.get(offset + KIND_OFFSET) == TUPLE;
    }

    /** Returns whether a tuple has the times when it passed the stages of its way. */
    static boolean isSampled(ByteBuffer buffer, int offset) {
        return buffer.get(offset + FLAGS_OFFSET) != 0;
    }

    /**
     * Finds the long value that is to be received into an array of its own, see {@link LongValues}.
     *
     * @param length length of the first fragment
     * @param messageBytes length of the message
     * @return {@code (offset << 32) + length} of the value's bytes, the offset in the message; {@link LongValues#NONE}
     *     if there is none
     */
    public static long payload(ByteBuffer buffer, int offset, int length, int messageBytes) {
        if (!isTuple(buffer, offset, length)) {
            return LongValues.NONE;
        }
        int head;
        try {
            head = head(buffer, offset, length);
        } catch (CodecException e) {
            // A malformed message is refused when all of it has come
            return LongValues.NONE;
        }
        int roots = buffer.getInt(offset + ROOTS_OFFSET);
        if (roots < 0 || roots > (length - head) / ROOT_LENGTH) {
            return LongValues.NONE;
        }
        int values = offset + head + roots * ROOT_LENGTH;
        long found = LongValues.find(buffer, values, offset + length, offset + messageBytes);
        return found == LongValues.NONE ? found : found - ((long) offset << 32);
    }

    /** Sets the holder of long values of the messages that are read from now on; with null they are copied. */
    public void hold(RetainedMessage message) {
        held = message;
    }

    /** Decodes a message of this node. */
    public DataTuple read(int targetTask, ByteBuffer buffer, int offset, int length) {
        return read(targetTask, buffer, offset, length, 0, UNKNOWN_TIME);
    }

    /** Decodes a message that was received as a whole. */
    public DataTuple read(
            int targetTask, ByteBuffer buffer, int offset, int length, long senderClockOffset, long sent) {
        return read(targetTask, buffer, offset, length, NO_PAYLOAD, null, senderClockOffset, sent);
    }

    /**
     * Decodes a message for which {@link #isTuple} is true. Its times are converted to the clock of this node.
     *
     * @param length length without the payload
     * @param payloadAt offset in the message that {@link #payload} has returned
     * @param payload value that was received apart; null if there is none
     * @param senderClockOffset the sender's clock minus that of this node; {@link DataTuple#UNKNOWN_TIME} if unknown
     * @param sent time when the sender's socket took it, by the sender's clock; {@link DataTuple#UNKNOWN_TIME} if
     *     unknown
     * @throws UnreadableTupleException if its values cannot be read
     * @throws CodecException if the message is malformed otherwise
     */
    public DataTuple read(
            int targetTask,
            ByteBuffer buffer,
            int offset,
            int length,
            int payloadAt,
            byte[] payload,
            long senderClockOffset,
            long sent) {
        int head = head(buffer, offset, length);
        StageTimes times = head == TUPLE_HEAD ? null : times(buffer, offset, head, senderClockOffset, sent);
        int sourceTask = buffer.getInt(offset + SOURCE_TASK_OFFSET);
        int index = buffer.getShort(offset + STREAM_OFFSET) & 0xFFFF;
        StreamRef stream = streams.find(sourceTask, index);
        if (stream == null) {
            throw unknownStream(index, sourceTask);
        }
        int roots = buffer.getInt(offset + ROOTS_OFFSET);
        int generation = buffer.getInt(offset + GENERATION_OFFSET);
        if (roots < 0 || roots > (length - head) / ROOT_LENGTH || generation >>> Short.SIZE != 0) {
            throw new CodecException("a message of " + length + " bytes names " + roots + " roots and generation "
                    + generation + ": it is malformed");
        }
        int at = offset + head + roots * ROOT_LENGTH;
        Object[] values = values(
                stream,
                sourceTask,
                (short) generation,
                buffer,
                at,
                offset + length,
                roots,
                offset + payloadAt,
                payload);
        if (values.length != stream.fields().size()) {
            throw wrongCount(stream, values.length);
        }
        long intended = buffer.getLong(offset + INTENDED_OFFSET);
        if (intended != UNKNOWN_TIME) {
            intended = senderClockOffset == UNKNOWN_TIME ? UNKNOWN_TIME : intended - senderClockOffset;
        }
        DataTuple tuple = new DataTuple(stream, sourceTask, targetTask, intended, values);
        if (roots > 0) {
            track(tuple, buffer, offset + head, roots);
        }
        tuple.generation((short) generation);
        if (times != null) {
            times.decode(clock.getAsLong());
            tuple.follow(times);
        }
        return tuple;
    }

    private static CodecException unknownStream(int index, int sourceTask) {
        return new CodecException("a message comes from stream " + index + " of task " + sourceTask
                + ", which this topology does not have");
    }

    private static CodecException wrongCount(StreamRef stream, int values) {
        return new CodecException("a message on " + stream + " has " + values + " values, the stream has "
                + stream.fields().size() + " fields");
    }

    private Object[] values(
            StreamRef stream,
            int sourceTask,
            short generation,
            ByteBuffer buffer,
            int at,
            int end,
            int roots,
            int payloadAt,
            byte[] payload) {
        try {
            if (held != null) {
                return codec.read(buffer, at, end, held);
            }
            return payload == null ? codec.read(buffer, at, end) : codec.read(buffer, at, end, payloadAt, payload);
        } catch (CodecException e) {
            long[] ids = new long[roots];
            for (int i = 0; i < roots; i++) {
                ids[i] = buffer.getLong(at - (roots - i) * ROOT_LENGTH);
            }
            throw new UnreadableTupleException(
                    "a tuple of " + stream + " that task " + sourceTask + " has sent cannot be read: " + e.getMessage(),
                    e,
                    stream,
                    sourceTask,
                    generation,
                    ids);
        }
    }

    /** Returns how many bytes come before the roots. */
    private static int head(ByteBuffer buffer, int offset, int length) {
        int flags = buffer.get(offset + FLAGS_OFFSET);
        if (flags == 0) {
            return TUPLE_HEAD;
        }
        if ((flags & ~TRACED) != SAMPLED || length < TRACE_OFFSET) {
            throw new CodecException(
                    "a message of " + length + " bytes has the flags " + (flags & 0xFF) + ": it is malformed");
        }
        return flags == SAMPLED
                ? TRACE_OFFSET
                : TRACE_OFFSET + TraceBytes.sizeOf(buffer, offset + TRACE_OFFSET, offset + length);
    }

    /**
     * Returns the stage times of a message that is received now. Without a known clock its trace is not followed
     * further, because its parts would not add up.
     */
    private StageTimes times(ByteBuffer buffer, int offset, int head, long senderClockOffset, long sent) {
        boolean known = senderClockOffset != UNKNOWN_TIME;
        long ahead = known ? senderClockOffset : 0;
        return new StageTimes(
                buffer.getLong(offset + EMITTED_OFFSET) - ahead,
                buffer.getLong(offset + OFFERED_OFFSET) - ahead,
                buffer.getLong(offset + WRITTEN_OFFSET) - ahead,
                sent == UNKNOWN_TIME ? StageTimes.NOT_YET : sent - ahead,
                clock.getAsLong(),
                known,
                known && head > TRACE_OFFSET ? TraceBytes.read(buffer, offset + TRACE_OFFSET) : null);
    }

    private static void track(DataTuple tuple, ByteBuffer buffer, int offset, int roots) {
        long[] further = roots == 1 ? null : new long[2 * (roots - 1)];
        for (int i = 0; i < 2 * (roots - 1); i++) {
            further[i] = buffer.getLong(offset + ROOT_LENGTH + i * Long.BYTES);
        }
        tuple.track(buffer.getLong(offset), buffer.getLong(offset + Long.BYTES), further);
    }
}
