// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.nio.ByteBuffer;

/** A message that is copied into a send buffer part by part, so that it need not lie in one buffer. */
@FunctionalInterface
public interface MessageSource {

    /**
     * Copies a part of the message, on the thread that offers it. If this throws, the message is given up.
     *
     * @param from offset of the part in the message
     * @param target to be written by absolute offsets
     * @param at where the part goes
     * @param length of the part
     */
    void copy(int from, ByteBuffer target, int at, int length);
}
