package io.millrace.ipc.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Assembles fragmented messages in the consumer's memory, one at a time per producer. Used by the consumer's thread. Buffers are reused;
 * together they hold at most two messages of the largest size while idle.
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
    private final ByteBuffer[] kept = new ByteBuffer[MAX_KEPT];
    private int keptCount;
    private long keptBytes;

    FragmentAssembler(RingConfig config, Counter dropped) {
        this.maxMessageBytes = config.maxMessageBytes();
        this.dropped = dropped;
        this.buffers = new ByteBuffer[config.maxProducers()];
        this.received = new int[config.maxProducers()];
    }

    /**
     * Adds a fragment.
     *
     * @param whole length of the message, as the fragment says
     * @param at offset of the fragment in the message
     * @return the message if this completes it, valid until {@link #release}; else null
     */
    ByteBuffer add(int slot, int whole, int at, ByteBuffer source, int offset, int length) {
        if (at == 0) {
            drop(slot);
            if (whole < length || whole > maxMessageBytes) {
                startDropping(slot);
                return null;
            }
            buffers[slot] = take(whole);
        }
        ByteBuffer buffer = buffers[slot];
        if (buffer == null || at != received[slot] || whole != buffer.limit() || length > whole - at) {
            // A consumer died with the first fragments, or the producer gave the message up.
            if (received[slot] != DROPPING) {
                giveBack(slot);
                startDropping(slot);
            }
            return null;
        }
        buffer.put(at, source, offset, length);
        received[slot] += length;
        return received[slot] == whole ? buffer : null;
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
