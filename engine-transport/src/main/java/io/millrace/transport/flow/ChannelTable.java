package io.millrace.transport.flow;

/**
 * Channels by task id, looked up by any thread on every offer: open addressing without boxing. Immutable once
 * published; {@link #with} makes the next one.
 */
public final class ChannelTable {

    static final ChannelTable EMPTY = new ChannelTable(new OutboundChannel[2], 0);

    private final OutboundChannel[] slots;
    private final int size;

    private ChannelTable(OutboundChannel[] slots, int size) {
        this.slots = slots;
        this.size = size;
    }

    OutboundChannel get(int id) {
        int mask = slots.length - 1;
        for (int slot = hash(id) & mask; ; slot = (slot + 1) & mask) {
            OutboundChannel channel = slots[slot];
            if (channel == null || channel.id == id) {
                return channel;
            }
        }
    }

    ChannelTable with(OutboundChannel added) {
        int capacity = slots.length;
        while (capacity < 2 * (size + 1)) {
            capacity *= 2;
        }
        OutboundChannel[] next = new OutboundChannel[capacity];
        for (OutboundChannel channel : slots) {
            if (channel != null) {
                put(next, channel);
            }
        }
        put(next, added);
        return new ChannelTable(next, size + 1);
    }

    private static void put(OutboundChannel[] slots, OutboundChannel channel) {
        int mask = slots.length - 1;
        int slot = hash(channel.id) & mask;
        while (slots[slot] != null) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = channel;
    }

    private static int hash(int id) {
        int mixed = id * 0x9E37_79B9;
        return mixed ^ (mixed >>> 16);
    }

    /** All channels; entries may be null. */
    public OutboundChannel[] slots() {
        return slots;
    }
}
