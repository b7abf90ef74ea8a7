// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Assembles fragmented messages in the consumer's memory, one at a time per producer. Used by the consumer's thread.
 * The payload that the handler finds in the first fragment goes into an array of its own as it comes, and the rest into
 * a buffer. Buffers are reused; together they hold at most two messages of the largest size while idle.
 */
final class FragmentAssembler {
    private static final int IDLE = 0;
    private static final int DROPPING = -1;
    private static final int MIN_BUFFER = 64 << 10;
    private static final int MAX_KEPT = 8;

    private final int maxMessageBytes;
    private final Counter dropped;
    private final ByteBuffer[] buffers;
    private final int[] received;
    private final int[] wholes;
    private final byte[][] payloads;
    private final int[] payloadOffsets;
    private final ByteBuffer[] kept = new ByteBuffer[MAX_KEPT];
    private int keptCount;
    private long keptBytes;

    FragmentAssembler(RingConfig config, Counter dropped) {
        this.maxMessageBytes = config.maxMessageBytes();
        this.dropped = dropped;
        this.buffers = new ByteBuffer[config.maxProducers()];
        this.received = new int[config.maxProducers()];
        this.wholes = new int[config.maxProducers()];
        this.payloads = new byte[config.maxProducers()][];
        this.payloadOffsets = new int[config.maxProducers()];
    }

    /**
     * Adds a fragment.
     *
     * @param whole length of the message, as the fragment says
     * @param at offset of the fragment in the message
     * @param handler asked for the payload
     * @return the message without its {@link #payload} if this completes it, valid until {@link #release}; else null
     */
    ByteBuffer add(int slot, int whole, int at, ByteBuffer source, int offset, int length, MessageHandler handler) {
        if (at == 0) {
            drop(slot);
            if (whole < length || whole > maxMessageBytes) {
                startDropping(slot);
                return null;
            }
            begin(slot, whole, handler.payload(source, offset, length, whole), length);
        }
        ByteBuffer buffer = buffers[slot];
        if (buffer == null || at != received[slot] || whole != wholes[slot] || length > whole - at) {
            // A consumer died with the first fragments, or the producer gave the message up.
            if (received[slot] != DROPPING) {
                giveBack(slot);
                startDropping(slot);
            }
            return null;
        }
        put(slot, buffer, at, source, offset, length);
        received[slot] += length;
        return received[slot] == whole ? buffer : null;
    }

    private void begin(int slot, int whole, long payload, int length) {
        wholes[slot] = whole;
        int payloadBytes = 0;
        if (payload != MessageHandler.NO_PAYLOAD) {
            int at = (int) (payload >>> 32);
            payloadBytes = (int) payload;
            if (at < 0 || at > length || payloadBytes < 0 || payloadBytes > whole - at) {
                throw new IllegalArgumentException("a payload of " + payloadBytes + " bytes at " + at
                        + " is not in a message of " + whole + " whose first fragment has " + length);
            }
            payloads[slot] = new byte[payloadBytes];
            payloadOffsets[slot] = at;
        }
        buffers[slot] = take(whole - payloadBytes);
    }

    /** Puts a fragment where it belongs: before the payload, into it, or behind it. */
    private void put(int slot, ByteBuffer rest, int at, ByteBuffer source, int offset, int length) {
        byte[] payload = payloads[slot];
        int start = payload == null ? Integer.MAX_VALUE : payloadOffsets[slot];
        int before = Math.max(0, Math.min(length, start - at));
        if (before > 0) {
            rest.put(at, source, offset, before);
        }
        if (before == length) {
            return;
        }
        int into = at + before - start;
        int inside = Math.max(0, Math.min(length - before, payload.length - into));
        if (inside > 0) {
            source.get(offset + before, payload, into, inside);
        }
        int behind = length - before - inside;
        if (behind > 0) {
            rest.put(at + before + inside - payload.length, source, offset + before + inside, behind);
        }
    }

    /** The payload of the message that was completed; null if it has none. It belongs to the caller. */
    byte[] payload(int slot) {
        return payloads[slot];
    }

    int payloadAt(int slot) {
        return payloadOffsets[slot];
    }

    private void startDropping(int slot) {
        received[slot] = DROPPING;
        dropped.add(1);
    }

    /** Drops and counts the unfinished message of this slot. */
    void drop(int slot) {
        if (buffers[slot] != null) {
            dropped.add(1);
        }
        release(slot);
    }

    /** Ends the message of this slot, and keeps its buffer. */
    void release(int slot) {
        giveBack(slot);
        received[slot] = IDLE;
    }

    private void giveBack(int slot) {
        ByteBuffer buffer = buffers[slot];
        buffers[slot] = null;
        payloads[slot] = null;
        if (buffer != null && keptCount < MAX_KEPT && keptBytes + buffer.capacity() <= 2L * maxMessageBytes) {
            kept[keptCount++] = buffer;
            keptBytes += buffer.capacity();
        }
    }

    private ByteBuffer take(int length) {
        for (int i = 0; i < keptCount; i++) {
            ByteBuffer buffer = kept[i];
            if (buffer.capacity() >= length) {
                kept[i] = kept[--keptCount];
                kept[keptCount] = null;
                keptBytes -= buffer.capacity();
                return buffer.clear().limit(length);
            }
        }
        int capacity = Math.max(MIN_BUFFER, Integer.highestOneBit(Math.max(1, length - 1)) << 1);
        return ByteBuffer.allocateDirect(capacity)
                .order(ByteOrder.LITTLE_ENDIAN)
                .limit(length);
    }
}
