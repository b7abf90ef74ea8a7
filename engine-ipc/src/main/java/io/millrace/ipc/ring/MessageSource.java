// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;

/** A message that is copied into a ring part by part, so that it need not lie in one buffer. */
@FunctionalInterface
public interface MessageSource {
    /**
     * Copies a part of the message. If this throws, the message is given up.
     *
     * @param from offset of the part in the message
     * @param target little-endian, to be written by absolute offsets
     * @param at where the part goes
     * @param length of the part
     */
    void copy(int from, ByteBuffer target, int at, int length);
}
