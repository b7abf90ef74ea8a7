// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static io.millrace.runtime.snapshot.store.ChannelDescriptor.HEAD_BYTES;
import static io.millrace.runtime.snapshot.store.ChannelDescriptor.LENGTH_OFFSET;
import static io.millrace.runtime.snapshot.store.ChannelDescriptor.SOURCE_TASK_OFFSET;
import static io.millrace.runtime.snapshot.store.ChannelDescriptor.STREAM_OFFSET;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.PassingTuple;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The encoded tuples on their way to one task, in the order of arrival. Confined to a thread, as its codec. */
public final class ChannelTuples {

    private static final int FIRST_BYTES = 1 << 10;

    private final ValuesCodec codec;
    private ByteBuffer bytes = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

    public ChannelTuples(ValuesCodec codec) {
        this.codec = codec;
    }

    /**
     * Adds a tuple.
     *
     * @throws CodecException if a value cannot be encoded
     */
    public void add(int sourceTask, int stream, Object[] values) {
        int length = codec.sizeOf(values);
        int at = bytes.position();
        room(Math.addExact(HEAD_BYTES, length));
        bytes.putInt(at + LENGTH_OFFSET, length);
        bytes.putInt(at + SOURCE_TASK_OFFSET, sourceTask);
        bytes.putInt(at + STREAM_OFFSET, stream);
        codec.write(bytes, at + HEAD_BYTES, values);
        bytes.position(at + HEAD_BYTES + length);
    }

    private void room(int length) {
        if (bytes.remaining() < length) {
            int most = Math.max(FIRST_BYTES, Math.max(2 * bytes.capacity(), Math.addExact(bytes.position(), length)));
            bytes = ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
        }
    }

    /** Returns the number of bytes. */
    public int size() {
        return bytes.position();
    }

    /** Returns the block. No tuple may be added afterwards. */
    public ByteBuffer block() {
        return bytes.flip();
    }

    /**
     * Returns the tuples of a block, in their order.
     *
     * @throws CodecException if the block is malformed
     */
    public static List<PassingTuple> read(ByteBuffer block, ValuesCodec codec) {
        ByteBuffer in = block.slice().order(ByteOrder.LITTLE_ENDIAN);
        List<PassingTuple> tuples = new ArrayList<>();
        int at = 0;
        while (at < in.limit()) {
            int rest = in.limit() - at - HEAD_BYTES;
            int length = rest < 0 ? -1 : in.getInt(at + LENGTH_OFFSET);
            if (length < 0 || length > rest) {
                throw new CodecException("malformed tuples on their way: byte " + at + " of " + in.limit());
            }
            int from = at + HEAD_BYTES;
            tuples.add(new PassingTuple(
                    in.getInt(at + SOURCE_TASK_OFFSET),
                    in.getInt(at + STREAM_OFFSET),
                    codec.read(in, from, from + length)));
            at = from + length;
        }
        return tuples;
    }
}
