// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What is sent, little-endian: the intended time of sending or one of the marks, the number of the message, and zeros.
 */
public final class Message {

    static final int STAMP_OFFSET = 0;
    public static final int NUMBER_OFFSET = 8;
    static final int LEAST_BYTES = 16;

    /** Instead of a stamp: not to be recorded. */
    static final long WARM_UP = -1;

    /** Instead of a stamp: the last one. */
    static final long END = -2;

    private Message() {}

    public static ByteBuffer allocate(int length) {
        if (length < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "a message of " + length + " bytes has no room for its head of " + LEAST_BYTES);
        }
        return ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
