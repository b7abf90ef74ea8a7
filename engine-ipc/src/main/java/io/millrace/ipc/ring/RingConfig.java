// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/**
 * The sizes of a ring. They are stored in its file.
 *
 * @param capacityBytes a power of two from 64 KiB to 512 MiB. A record may take an eighth of it; larger messages are
 *     sent in fragments. 50 to 100 times the usual message is a good size
 * @param maxMessageBytes the largest message, up to 256 MiB - 1; its fragments are assembled in the consumer's memory
 * @param maxProducers slots, up to 4094; one per (thread, ring)
 * @param windowCells how many cells of 64 bytes behind the oldest unfinished record the consumer reads on
 * @param flags how many words the consumer publishes to its producers
 */
public record RingConfig(int capacityBytes, int maxMessageBytes, int maxProducers, int windowCells, int flags) {
    private static final int MIN_CAPACITY = 64 << 10;
    private static final int MAX_CAPACITY = 512 << 20;
    private static final int MAX_FLAGS = 1 << 16;

    public RingConfig {
        if (capacityBytes < MIN_CAPACITY || capacityBytes > MAX_CAPACITY || Integer.bitCount(capacityBytes) != 1) {
            throw new IllegalArgumentException(
                    "capacity is " + capacityBytes + " bytes: use a power of two from 64 KiB to 512 MiB");
        }
        requireBetween("maxMessageBytes", maxMessageBytes, 1, Descriptor.MAX_LENGTH);
        requireBetween("maxProducers", maxProducers, 1, Descriptor.NO_OWNER - 1);
        requireBetween("windowCells", windowCells, 1, capacityBytes / Descriptor.CELL_LENGTH);
        requireBetween("flags", flags, 0, MAX_FLAGS);
    }

    private static void requireBetween(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ": use " + min + " to " + max);
        }
    }

    /** 1 MiB, messages up to 64 MiB, 256 producers, a window of the whole ring, 64 flags. */
    public static RingConfig defaults() {
        return new RingConfig(1 << 20, 64 << 20, 256, (1 << 20) / Descriptor.CELL_LENGTH, 64);
    }

    /** The window keeps its share of the ring. */
    public RingConfig withCapacityBytes(int bytes) {
        int window = (int) Math.max(1, (long) windowCells * bytes / capacityBytes);
        return new RingConfig(bytes, maxMessageBytes, maxProducers, window, flags);
    }

    public RingConfig withMaxMessageBytes(int bytes) {
        return new RingConfig(capacityBytes, bytes, maxProducers, windowCells, flags);
    }

    public RingConfig withMaxProducers(int producers) {
        return new RingConfig(capacityBytes, maxMessageBytes, producers, windowCells, flags);
    }

    public RingConfig withWindowCells(int cells) {
        return new RingConfig(capacityBytes, maxMessageBytes, maxProducers, cells, flags);
    }

    public RingConfig withFlags(int count) {
        return new RingConfig(capacityBytes, maxMessageBytes, maxProducers, windowCells, count);
    }
}
