// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.FRAGMENT_HEAD;

import java.nio.ByteBuffer;

/** Sends messages that are longer than a record in fragments, one message at a time. Used by the producer's thread. */
final class FragmentWriter {
    private final Claim claim;
    private final ByteBuffer buffer;
    private final int maxPart;

    // The message that was begun; its length is 0 if there is none.
    private int task;
    private int length;
    private int sent;

    FragmentWriter(RingFile file, Claim claim, ByteBuffer buffer) {
        this.claim = claim;
        this.buffer = buffer;
        this.maxPart = file.maxRecordBytes() - FRAGMENT_HEAD;
    }

    /** Sends the message, or what is left of it if it was begun; false if there was no room for all. */
    boolean offer(int targetTask, MessageSource source, int sourceLength, int headroomBytes) {
        if (isPartial() && (length != sourceLength || task != targetTask)) {
            throw new IllegalStateException("a message of " + length + " bytes to task " + task
                    + " is sent in part: offer it again, or dropPartial(), before another long one");
        }
        length = sourceLength;
        task = targetTask;
        while (sent < length) {
            int part = Math.min(length - sent, maxPart);
            if (!claim.open(Descriptor.FRAGMENT, task, FRAGMENT_HEAD + part, part, headroomBytes)) {
                if (sent == 0) {
                    drop();
                }
                return false;
            }
            int at = claim.offset();
            buffer.putInt(at, length);
            buffer.putInt(at + Integer.BYTES, sent);
            boolean copied = false;
            try {
                source.copy(sent, buffer, at + FRAGMENT_HEAD, part);
                copied = true;
            } finally {
                if (!copied) {
                    claim.abort();
                    drop();
                }
            }
            claim.commit();
            sent += part;
        }
        drop();
        return true;
    }

    boolean isPartial() {
        return length != 0;
    }

    void drop() {
        length = 0;
        sent = 0;
    }
}
