// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message on the control lane by which the receiving end of a channel between sites acknowledges batches to the
 * sending end. Little-endian:
 *
 * <pre>
 *   0             4            8
 *  +-------------+------------+------------------------------------+
 *  | CHANNEL_ACK |  channel   | the acknowledgement                |
 *  +-------------+------------+------------------------------------+
 * </pre>
 */
public final class ChannelAckMessage {

    /** The offset of the acknowledgement. */
    public static final int HEAD = 8;

    private static final int CHANNEL_OFFSET = 4;

    private ChannelAckMessage() {}

    /** The first byte of each message. */
    public static final byte KIND = MessageDescriptor.CHANNEL_ACK;

    public static boolean isChannelAck(ByteBuffer buffer, int offset, int length) {
        return length >= HEAD && buffer.get(offset) == MessageDescriptor.CHANNEL_ACK;
    }

    /** Returns a message with this acknowledgement. */
    public static byte[] of(int channel, ByteBuffer ack, int offset, int length) {
        byte[] message = new byte[HEAD + length];
        ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(0, MessageDescriptor.CHANNEL_ACK);
        bytes.putInt(CHANNEL_OFFSET, channel);
        bytes.put(HEAD, ack, offset, length);
        return message;
    }

    public static int channel(ByteBuffer message, int offset) {
        return message.getInt(offset + CHANNEL_OFFSET);
    }
}
