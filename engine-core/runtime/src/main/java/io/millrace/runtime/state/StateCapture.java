// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The content of a task's states at one moment. One thread writes it; another may change the states meanwhile. */
public interface StateCapture {

    /** The number in the place of a partition for states that belong to no key. */
    int TASK = -1;

    /** Takes the blocks of a capture. */
    interface Blocks {

        /** Takes a block whose content is in these bytes, which are valid during the call. */
        void put(int partition, ByteBuffer block) throws IOException;

        /** Takes a block that has not changed since the last committed capture. */
        void same(int partition) throws IOException;
    }

    /**
     * Writes all blocks that are not empty, once, and releases the capture, also if it fails.
     *
     * @param codec codec of the calling thread
     * @throws io.millrace.runtime.codec.CodecException if a value cannot be written, with the name of the state
     */
    void write(ValuesCodec codec, Blocks out) throws IOException;

    /**
     * Releases the capture without writing it. Any thread may call it. During and after {@link #write} it has no
     * effect: {@link Blocks} that throw end a write early.
     */
    void release();
}
