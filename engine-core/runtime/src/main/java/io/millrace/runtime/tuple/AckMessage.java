// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.MessageDescriptor.ACKS;
import static io.millrace.runtime.tuple.MessageDescriptor.ACKS_HEAD;
import static io.millrace.runtime.tuple.MessageDescriptor.ACK_COUNT_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.ACK_LENGTH;
import static io.millrace.runtime.tuple.MessageDescriptor.FAIL_COUNT_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.FAIL_LENGTH;
import static io.millrace.runtime.tuple.MessageDescriptor.KIND_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.RENEWAL_COUNT_OFFSET;
import static io.millrace.runtime.tuple.MessageDescriptor.RENEWAL_LENGTH;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.ledger.AckBuffer;
import java.nio.ByteBuffer;

/** Encodes and decodes messages of acks. Stateless. */
public final class AckMessage {

    /** The most entries of one message, so that it fits into any control lane. */
    public static final int MAX_ENTRIES = 128;

    /** The longest message. */
    public static final int MAX_BYTES = ACKS_HEAD + MAX_ENTRIES * (ACK_LENGTH + Math.max(FAIL_LENGTH, RENEWAL_LENGTH));

    private AckMessage() {}

    /** Returns the end of the message that begins with the entry {@code start}. */
    public static int end(AckBuffer acks, int start) {
        return Math.min(acks.size(), start + MAX_ENTRIES);
    }

    /** Returns how many bytes the entries from {@code start} to {@code end} take; 0 if all are void. */
    public static int sizeOf(AckBuffer acks, int start, int end) {
        int bytes = 0;
        for (int i = start; i < end; i++) {
            bytes += (acks.edges(i) != 0 ? ACK_LENGTH : 0)
                    + (acks.failed(i) ? FAIL_LENGTH : 0)
                    + (acks.renewed(i) ? RENEWAL_LENGTH : 0);
        }
        return bytes == 0 ? 0 : ACKS_HEAD + bytes;
    }

    public static void write(AckBuffer acks, int start, int end, ByteBuffer buffer, int offset) {
        int at = offset + ACKS_HEAD;
        int ackCount = 0;
        for (int i = start; i < end; i++) {
            if (acks.edges(i) != 0) {
                buffer.putLong(at, acks.root(i));
                buffer.putLong(at + Long.BYTES, acks.edges(i));
                at += ACK_LENGTH;
                ackCount++;
            }
        }
        int failCount = 0;
        for (int i = start; i < end; i++) {
            if (acks.failed(i)) {
                buffer.putLong(at, acks.root(i));
                at += FAIL_LENGTH;
                failCount++;
            }
        }
        int renewalCount = 0;
        for (int i = start; i < end; i++) {
            if (acks.renewed(i)) {
                buffer.putLong(at, acks.root(i));
                at += RENEWAL_LENGTH;
                renewalCount++;
            }
        }
        buffer.putInt(offset + KIND_OFFSET, ACKS);
        buffer.putInt(offset + ACK_COUNT_OFFSET, ackCount);
        buffer.putInt(offset + FAIL_COUNT_OFFSET, failCount);
        buffer.putInt(offset + RENEWAL_COUNT_OFFSET, renewalCount);
    }

    public static boolean isAcks(ByteBuffer buffer, int offset, int length) {
        return length > 0 && buffer.get(offset + KIND_OFFSET) == ACKS;
    }

    /** Merges a message into {@code acks}. Throws {@link CodecException} if the message is malformed. */
    public static void read(ByteBuffer buffer, int offset, int length, AckBuffer acks) {
        if (length < ACKS_HEAD || !isAcks(buffer, offset, length)) {
            throw new CodecException("a message of " + length + " bytes is neither a tuple nor acks: it is malformed");
        }
        int ackCount = buffer.getInt(offset + ACK_COUNT_OFFSET);
        int failCount = buffer.getInt(offset + FAIL_COUNT_OFFSET);
        int renewalCount = buffer.getInt(offset + RENEWAL_COUNT_OFFSET);
        if (ackCount < 0
                || failCount < 0
                || renewalCount < 0
                || ACKS_HEAD
                                + (long) ackCount * ACK_LENGTH
                                + (long) failCount * FAIL_LENGTH
                                + (long) renewalCount * RENEWAL_LENGTH
                        != length) {
            throw new CodecException("a message of " + length + " bytes names " + ackCount + " acks, " + failCount
                    + " fails and " + renewalCount + " renewals: it is malformed");
        }
        int at = offset + ACKS_HEAD;
        for (int i = 0; i < ackCount; i++) {
            acks.ack(buffer.getLong(at), buffer.getLong(at + Long.BYTES));
            at += ACK_LENGTH;
        }
        for (int i = 0; i < failCount; i++) {
            acks.fail(buffer.getLong(at));
            at += FAIL_LENGTH;
        }
        for (int i = 0; i < renewalCount; i++) {
            acks.renew(buffer.getLong(at));
            at += RENEWAL_LENGTH;
        }
    }
}
