// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.standstill;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.tuple.MessageDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message on the control lane by which a spout task that stands still asks a bolt task downstream how many tuples it
 * holds, and the answer. Little-endian:
 *
 * <pre>
 *   0          1      2        4        8        12       16       20        24
 *  +----------+------+--------+--------+--------+--------+--------+---------+
 *  |  PROBE   | verb | calls  | spout  |  bolt  | number |  held  | waiting |
 *  |          |      | (short)| (int)  | (int)  | (int)  | (int)  |  (int)  |
 *  +----------+------+--------+--------+--------+--------+--------+---------+
 *
 *  verb: 1 question, with held and waiting 0; 2 answer
 *  calls: 1 if the bolt waits for asynchronous calls, else 0
 * </pre>
 *
 * @param answer whether the message is an answer
 * @param calls whether the bolt waits for answers to calls
 * @param spout task that asks
 * @param bolt task that is asked
 * @param number number of the question
 * @param held inputs that the bolt has been called with and has neither acked nor failed
 * @param waiting tuples in its inbox and outbox
 */
public record StandstillProbe(boolean answer, boolean calls, int spout, int bolt, int number, int held, int waiting) {

    /** The first byte of each message. */
    public static final byte KIND = MessageDescriptor.PROBE;

    private static final int VERB_OFFSET = 1;
    private static final int CALLS_OFFSET = 2;
    private static final int SPOUT_OFFSET = 4;
    private static final int BOLT_OFFSET = 8;
    private static final int NUMBER_OFFSET = 12;
    private static final int HELD_OFFSET = 16;
    private static final int WAITING_OFFSET = 20;
    private static final int LENGTH = 24;

    private static final byte QUESTION = 1;
    private static final byte ANSWER = 2;

    public static StandstillProbe question(int spout, int bolt, int number) {
        return new StandstillProbe(false, false, spout, bolt, number, 0, 0);
    }

    /** Returns the answer to this question. */
    public StandstillProbe answer(boolean waitsForCalls, long heldInputs, long waitingTuples) {
        return new StandstillProbe(
                true, waitsForCalls, spout, bolt, number, (int) Math.min(Integer.MAX_VALUE, heldInputs), (int)
                        Math.min(Integer.MAX_VALUE, waitingTuples));
    }

    public byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(0, KIND);
        buffer.put(VERB_OFFSET, answer ? ANSWER : QUESTION);
        buffer.putShort(CALLS_OFFSET, (short) (calls ? 1 : 0));
        buffer.putInt(SPOUT_OFFSET, spout);
        buffer.putInt(BOLT_OFFSET, bolt);
        buffer.putInt(NUMBER_OFFSET, number);
        buffer.putInt(HELD_OFFSET, held);
        buffer.putInt(WAITING_OFFSET, waiting);
        return buffer.array();
    }

    /**
     * Reads a message of the kind {@link MessageDescriptor#PROBE}.
     *
     * @throws CodecException if the message is malformed
     */
    public static StandstillProbe read(ByteBuffer buffer, int offset, int length) {
        byte verb = length == LENGTH ? buffer.get(offset + VERB_OFFSET) : 0;
        if (verb != QUESTION && verb != ANSWER) {
            throw new CodecException("a message of " + length + " bytes about what bolts hold is malformed");
        }
        return new StandstillProbe(
                verb == ANSWER,
                buffer.getShort(offset + CALLS_OFFSET) != 0,
                buffer.getInt(offset + SPOUT_OFFSET),
                buffer.getInt(offset + BOLT_OFFSET),
                buffer.getInt(offset + NUMBER_OFFSET),
                buffer.getInt(offset + HELD_OFFSET),
                buffer.getInt(offset + WAITING_OFFSET));
    }
}
