// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.tuple.MessageDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message on the control lane by which a task grants tokens to a source, or a source reports its waiting tuples.
 * Little-endian:
 *
 * <pre>
 *   0        1        4        8        12       16       24         32        40         48        56       64
 *  +--------+--------+--------+--------+--------+--------+----------+---------+----------+---------+--------+
 *  | TOKENS | verb   | source | target | age    | epoch  | granted  | recall  | recalled | done    | number |
 *  |        |        | (int)  | (int)  | (int)  | (long) | (long)   | (long)  | returned | waiting | (long) |
 *  +--------+--------+--------+--------+--------+--------+----------+---------+----------+---------+--------+
 *
 *  verb: 1 a grant, with recalled and done, which ends at 56; 2 an ask, with returned and waiting
 *  age:  of the first tuple that waits, in milliseconds; 0 in a grant
 * </pre>
 *
 * @param source task that sends tuples, or may
 * @param target task that gets them
 * @param grant grant of the target; null for an ask
 * @param ask ask of the source; null for a grant
 */
public record TokenMessage(int source, int target, Grant grant, Ask ask) {

    /** The first byte of each message. */
    public static final byte KIND = MessageDescriptor.TOKENS;

    private static final int VERB_OFFSET = 1;
    private static final int SOURCE_OFFSET = 4;
    private static final int TARGET_OFFSET = 8;
    private static final int AGE_OFFSET = 12;
    private static final int EPOCH_OFFSET = 16;
    private static final int GRANTED_OFFSET = 24;
    private static final int RECALL_OFFSET = 32;
    private static final int RECALLED_OFFSET = 40;
    private static final int DONE_OFFSET = 48;
    private static final int GRANT_LENGTH = 56;
    private static final int RETURNED_OFFSET = 40;
    private static final int WAITING_OFFSET = 48;
    private static final int NUMBER_OFFSET = 56;
    private static final int ASK_LENGTH = 64;

    private static final byte GRANT = 1;
    private static final byte ASK = 2;

    public static byte[] grant(int source, int target, Grant grant) {
        ByteBuffer buffer = head(GRANT_LENGTH, GRANT, source, target, grant.epoch());
        buffer.putLong(GRANTED_OFFSET, grant.granted());
        buffer.putLong(RECALL_OFFSET, grant.recall());
        buffer.putLong(RECALLED_OFFSET, grant.recalled());
        buffer.putLong(DONE_OFFSET, grant.done());
        return buffer.array();
    }

    public static byte[] ask(int source, int target, Ask ask) {
        ByteBuffer buffer = head(ASK_LENGTH, ASK, source, target, ask.epoch());
        buffer.putLong(GRANTED_OFFSET, ask.granted());
        buffer.putLong(RECALL_OFFSET, ask.recall());
        buffer.putLong(RETURNED_OFFSET, ask.returned());
        buffer.putLong(WAITING_OFFSET, ask.waiting());
        buffer.putLong(NUMBER_OFFSET, ask.number());
        buffer.putInt(AGE_OFFSET, ask.headAgeMillis());
        return buffer.array();
    }

    private static ByteBuffer head(int length, byte verb, int source, int target, long epoch) {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(0, KIND);
        buffer.put(VERB_OFFSET, verb);
        buffer.putInt(SOURCE_OFFSET, source);
        buffer.putInt(TARGET_OFFSET, target);
        buffer.putLong(EPOCH_OFFSET, epoch);
        return buffer;
    }

    /**
     * Reads a message of the kind {@link MessageDescriptor#TOKENS}.
     *
     * @throws CodecException if the message is malformed
     */
    public static TokenMessage read(ByteBuffer buffer, int offset, int length) {
        byte verb = length > VERB_OFFSET ? buffer.get(offset + VERB_OFFSET) : 0;
        boolean grants = verb == GRANT && length == GRANT_LENGTH;
        if (!grants && (verb != ASK || length != ASK_LENGTH)) {
            throw new CodecException("a message of " + length + " bytes about tokens is malformed");
        }
        long epoch = buffer.getLong(offset + EPOCH_OFFSET);
        long granted = count(buffer, offset + GRANTED_OFFSET);
        long recall = count(buffer, offset + RECALL_OFFSET);
        int source = buffer.getInt(offset + SOURCE_OFFSET);
        int target = buffer.getInt(offset + TARGET_OFFSET);
        if (grants) {
            long recalled = count(buffer, offset + RECALLED_OFFSET);
            long done = count(buffer, offset + DONE_OFFSET);
            return new TokenMessage(source, target, new Grant(epoch, granted, recall, recalled, done), null);
        }
        Ask ask = new Ask(
                epoch,
                count(buffer, offset + NUMBER_OFFSET),
                granted,
                count(buffer, offset + RETURNED_OFFSET),
                count(buffer, offset + WAITING_OFFSET),
                recall,
                age(buffer, offset + AGE_OFFSET));
        return new TokenMessage(source, target, null, ask);
    }

    private static int age(ByteBuffer buffer, int at) {
        int age = buffer.getInt(at);
        if (age < 0) {
            throw new CodecException("a message about tokens has an age of " + age + " ms: it is malformed");
        }
        return age;
    }

    private static long count(ByteBuffer buffer, int at) {
        long count = buffer.getLong(at);
        if (count < 0) {
            throw new CodecException("a message about tokens counts " + count + ": it is malformed");
        }
        return count;
    }
}
