// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.nio.ByteBuffer;

/** Where an engine's source has its messages from. Used by the source's thread. */
interface Feed {

    /** Whether a message is to be emitted; the other methods are about that one. */
    boolean isDue(long now);

    byte[] message();

    int bytes();

    void write(ByteBuffer target);

    /** When the message was due. */
    long due();

    /** The message has been emitted. */
    void emitted(long now);

    /** Before this time no other message will be due; a time that is over if that is not known. */
    long idleUntil(long now);
}
