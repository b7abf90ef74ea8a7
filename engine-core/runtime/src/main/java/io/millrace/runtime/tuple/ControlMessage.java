package io.millrace.runtime.tuple;

import java.nio.ByteBuffer;

/** Tells messages of snapshots, of what bolts hold, of tokens, and of channels between sites apart from other messages between executors. Stateless. */
public final class ControlMessage {

    /** The first byte of each message of snapshots. */
    public static final byte KIND = MessageDescriptor.SNAPSHOTS;

    private ControlMessage() {}

    public static boolean isControl(ByteBuffer buffer, int offset, int length) {
        return length > 0
                && (buffer.get(offset) == KIND
                        || buffer.get(offset) == MessageDescriptor.HOLDINGS
                        || buffer.get(offset) == MessageDescriptor.TOKENS
                        || ChannelAckMessage.isChannelAck(buffer, offset, length));
    }
}
