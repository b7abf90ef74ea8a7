// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.LongValues;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads payloads, and trusts none of their lengths. Confined to one thread. */
final class PayloadReader {

    private final ValuesCodec codec;
    private final SharedArea area;

    // The payload that was found last
    private ByteBuffer memory;
    private int from;
    private int to;

    PayloadReader(ValuesCodec codec, SharedArea area) {
        this.codec = codec;
        this.area = area;
    }

    /**
     * Finds the payload at an offset of the body of a received frame.
     *
     * @return whether the payload is in the shared memory
     */
    boolean find(EngineChannel channel, int offset) throws IOException, EngineDeath {
        channel.require(offset + 1);
        ByteBuffer frame = channel.in();
        int at = frame.position() + offset;
        byte place = frame.get(at);
        if (place == EngineFrameDescriptor.INLINE) {
            memory = frame;
            from = at + 1;
            to = channel.end();
            return false;
        }
        if (place != EngineFrameDescriptor.SHARED || channel.end() - at != EngineFrameDescriptor.SHARED_BYTES) {
            throw EngineChannel.garbage("a payload at an unknown place " + place);
        }
        long start = frame.getLong(at + 1);
        long length = frame.getLong(at + 1 + Long.BYTES);
        long capacity = area.memory().capacity();
        if (start < 0 || length < 0 || start > capacity || length > capacity - start) {
            throw EngineChannel.garbage(
                    "a payload of " + length + " bytes at " + start + " in a shared memory of " + capacity);
        }
        area.check();
        memory = area.memory();
        from = (int) start;
        to = (int) (start + length);
        return true;
    }

    /** Returns the length in bytes of the payload that was found. */
    int length() {
        return to - from;
    }

    /** Returns the values in the payload that was found. */
    Object[] values() throws EngineDeath {
        try {
            return codec.read(memory, from, to);
        } catch (CodecException e) {
            throw garbled(e);
        }
    }

    /** Returns the values in the payload that was found; {@code views} makes the long values. */
    Object[] values(LongValues.Views views) throws EngineDeath {
        try {
            return codec.read(memory, from, to, views);
        } catch (CodecException e) {
            throw garbled(e);
        }
    }

    private static EngineDeath garbled(CodecException cause) {
        return new EngineDeath("it sent a " + cause.getMessage(), cause);
    }

    /** Returns the bytes of the payload that was found. */
    byte[] raw() {
        byte[] bytes = new byte[to - from];
        memory.get(from, bytes);
        return bytes;
    }
}
