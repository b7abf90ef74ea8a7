// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;
import io.millrace.transport.InboundHandler;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Assembles the one message of a channel that arrives in fragments. Owned by the connection's event loop. The payload
 * that the handler finds in the first fragment is received into an array of its own, for which memory is reserved. The
 * memory for the rest grows with the bytes received, not with the announced length.
 */
public final class FragmentAssembler {

    private static final int FIRST_CAPACITY = 256 * 1024;

    private ByteBuf memory;
    private int expectedBytes;
    private long creditBytes;

    // The payload and its offset in the message; null if there is none
    private byte[] payload;
    private int payloadAt;
    private int received;

    public boolean isOpen() {
        return memory != null;
    }

    /** The credit that the fragments received so far have cost, in bytes. */
    public long creditBytes() {
        return creditBytes;
    }

    /** @param found as {@link InboundHandler#payload} returns it */
    public void begin(ByteBufAllocator allocator, int messageBytes, long found) {
        int payloadBytes = 0;
        payload = null;
        if (found != InboundHandler.NO_PAYLOAD) {
            payloadAt = (int) (found >>> 32);
            payloadBytes = (int) found;
            if (payloadAt < 0 || payloadBytes < 0 || payloadBytes > messageBytes - payloadAt) {
                throw new IllegalArgumentException("a payload of " + payloadBytes + " bytes at " + payloadAt
                        + " is not in a message of " + messageBytes);
            }
            payload = new byte[payloadBytes];
        }
        int rest = messageBytes - payloadBytes;
        memory = allocator.directBuffer(Math.min(rest, FIRST_CAPACITY), rest);
        received = 0;
        expectedBytes = messageBytes;
        creditBytes = 0;
    }

    public void add(ByteBuf in, int index, int length, int recordBytes) {
        if (length > expectedBytes - received) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "fragments of a message exceed its length of " + expectedBytes + " bytes");
        }
        put(in, index, length);
        received += length;
        creditBytes += recordBytes;
    }

    /** Puts a fragment where it belongs: before the payload, into it, or behind it. */
    private void put(ByteBuf in, int index, int length) {
        int start = payload == null ? Integer.MAX_VALUE : payloadAt;
        int before = Math.max(0, Math.min(length, start - received));
        memory.writeBytes(in, index, before);
        if (before == length) {
            return;
        }
        int into = received + before - start;
        int inside = Math.max(0, Math.min(length - before, payload.length - into));
        if (inside > 0) {
            in.getBytes(index + before, payload, into, inside);
        }
        memory.writeBytes(in, index + before + inside, length - before - inside);
    }

    /** The payload of the open message, which belongs to the caller; null if there is none. */
    public byte[] payload() {
        return payload;
    }

    public int payloadAt() {
        return payloadAt;
    }

    /** The bytes of the payload that have not come yet. */
    public int missingPayloadBytes() {
        return payload == null ? 0 : Math.min(payload.length, Math.max(0, payloadAt + payload.length - received));
    }

    /** The whole message without its payload; the caller owns it. */
    public ByteBuf finish() {
        if (received != expectedBytes) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "a message of " + expectedBytes + " bytes ends after " + received);
        }
        ByteBuf whole = memory;
        memory = null;
        payload = null;
        creditBytes = 0;
        return whole;
    }

    /** Discards the open message, as the connection is gone; returns whether there was one. */
    public boolean abandon() {
        if (memory == null) {
            return false;
        }
        memory.release();
        memory = null;
        payload = null;
        return true;
    }
}
