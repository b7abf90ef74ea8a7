// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes payloads to the end of a frame, or into shared memory. Confined to one thread. */
final class PayloadWriter {

    private final ValuesCodec codec;
    private final SharedArea area;

    /** The start of this side's half of the shared memory. */
    private final int base;

    PayloadWriter(ValuesCodec codec, SharedArea area, boolean isWorker) {
        this.codec = codec;
        this.area = area;
        this.base = isWorker ? 0 : area.half();
    }

    /**
     * Writes values.
     *
     * @return whether the values are in the shared memory
     * @throws MessageFailure if there is no room for the values
     * @throws io.millrace.runtime.codec.CodecException if the values cannot be encoded
     */
    boolean values(ByteBuffer frame, Object[] values) {
        try {
            int size = codec.sizeOf(values);
            if (size <= EngineFrameDescriptor.MAX_INLINE) {
                frame.put(EngineFrameDescriptor.INLINE);
                frame.position(codec.write(frame, frame.position(), values));
                return false;
            }
            place(frame, size);
            codec.write(area.memory(), base, values);
            return true;
        } finally {
            // The next values may come in an hour
            codec.forget();
        }
    }

    /** Writes bytes, as {@link #values} does. */
    boolean raw(ByteBuffer frame, byte[] bytes) {
        if (bytes.length <= EngineFrameDescriptor.MAX_INLINE) {
            frame.put(EngineFrameDescriptor.INLINE).put(bytes);
            return false;
        }
        place(frame, bytes.length);
        area.memory().put(base, bytes);
        return true;
    }

    private void place(ByteBuffer frame, int size) {
        if (size > area.half()) {
            throw new MessageFailure("its values take " + size + " bytes, and an engine's memory " + area.half()
                    + ": raise topology.message.max.bytes, or send less");
        }
        try {
            area.reserve(base, size);
        } catch (IOException e) {
            throw new MessageFailure(
                    "its values take " + size + " bytes, for which there is no shared memory (" + e.getMessage()
                            + "): free some, or give the system more",
                    e);
        }
        frame.put(EngineFrameDescriptor.SHARED).putLong(base).putLong(size);
    }
}
