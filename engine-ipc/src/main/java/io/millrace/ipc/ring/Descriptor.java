// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.memory.SharedFile;

/**
 * Every offset and every bit of a ring's file. Positions count cells of 64 bytes and only grow; a position's cell is
 * {@code position % cells}, its lap {@code position / cells}. All words are little-endian; words written by different
 * threads are 128 bytes apart.
 *
 * <pre>
 *      0  magic, version, doorbell offset, file length             {@link SharedFile}
 *     24  capacity, max message, max producers, window, flags      ints
 *    128  tail              position; producers, by CAS
 *    256  free              position; the consumer
 *    384  waiting           word of the consumer's doorbell, unless the next word names another one
 *    392  doorbell          number of the consumer's doorbell on the board of its process, plus 1; or 0
 *    512  wake request      1: a blocked producer wants to be woken
 *    520  slot request      1: a producer found no free slot
 *    640  consumer word     the consumer's registration: a slot word
 *    648  closed            1: the consumer has closed the ring
 *    656  slots in use      highest slot ever taken, plus 1
 *    704  read              position up to which all is read; at or beyond free; the consumer
 *    768  counters of the consumer, and of producers that are gone  {@link CounterOffsets}
 *   1024  slots             max producers times 512 bytes
 *           +-----------------------------------------------------------+
 *           |   0  announce   position about to be claimed, or -1       |
 *           |   8  counters of this producer                            |
 *           | 128  slot word  {registration: 62 bits, state: 2 bits}    |
 *           | 136  wake       1: ring this producer's doorbell          |
 *           | 144  length of the doorbell's path, then its bytes        |
 *           +-----------------------------------------------------------+
 *    ...  flags             8 bytes each; the consumer
 *    ...  descriptors       16 bytes per cell: the descriptor, and the head of the record that it describes. Interleaved: first those
 *                           of cells 0, 4, 8..., then of 1, 5, 9... and so on. So a consumer that waits for one record does not
 *                           take the cache line from the producer that describes the next
 *           +----------------------------------------------------------------+
 *         0 | lap: 28 bits | cells: 20 bits | owner: 12 bits | state: 4 bits |
 *           +----------------------------------------------------------------+
 *         8 | task, or bytes read of a batch: 32 | kind: 4 | length: 28      |
 *           +----------------------------------------------------------------+
 *    ...  cells             64 bytes each
 *
 *   A record begins at the first byte of its first cell. Its length counts these bytes:
 *           MESSAGE    the message
 *           FRAGMENT   length of the whole message: 32, offset of this part: 32, the part
 *           BATCH      messages, each {task: 32, kind: 4, length: 28} and its bytes, 8-byte aligned
 * </pre>
 *
 * <p>A descriptor describes the record at a position if its lap is that of the position and its state is not 0.
 * Otherwise it is a leftover of another lap, or empty, and a claim that begins there is a hole. Lap numbers repeat
 * after 2^28 laps; the consumer clears leftovers before.
 */
final class Descriptor {
    static final int CAPACITY_OFFSET = SharedFile.HEAD_LENGTH;
    static final int MAX_MESSAGE_OFFSET = CAPACITY_OFFSET + 4;
    static final int MAX_PRODUCERS_OFFSET = CAPACITY_OFFSET + 8;
    static final int WINDOW_OFFSET = CAPACITY_OFFSET + 12;
    static final int FLAGS_OFFSET = CAPACITY_OFFSET + 16;

    static final int TAIL_OFFSET = 128;
    static final int FREE_OFFSET = 256;
    static final int WAITING_OFFSET = 384;
    static final int DOORBELL_OFFSET = WAITING_OFFSET + 8;
    static final int WAKE_REQUEST_OFFSET = 512;
    static final int SLOT_REQUEST_OFFSET = 520;
    static final int CONSUMER_OFFSET = 640;
    static final int CLOSED_OFFSET = 648;
    static final int SLOTS_IN_USE_OFFSET = 656;
    static final int READ_OFFSET = 704;
    static final int COUNTERS_OFFSET = 768;
    static final int SLOTS_OFFSET = 1024;

    static final int SLOT_LENGTH = 512;
    static final int SLOT_ANNOUNCE = 0;
    static final int SLOT_COUNTERS = 8;
    static final int SLOT_WORD = 128;
    static final int SLOT_WAKE = 136;
    static final int SLOT_PATH_LENGTH = 144;
    static final int SLOT_PATH = 148;
    static final int SLOT_PATH_MAX = SLOT_LENGTH - SLOT_PATH;

    static final long NO_POSITION = -1;

    // Slot words, and the consumer's word.
    static final long SLOT_FREE = 0;
    static final int SLOT_TAKEN = 1;
    static final int SLOT_CLOSED = 2;
    private static final int SLOT_STATE_BITS = 2;

    static final int CELL_LENGTH = 64;
    static final int CELL_SHIFT = 6;
    private static final int STATE_BITS = 4;
    private static final int OWNER_SHIFT = STATE_BITS;
    private static final int OWNER_BITS = 12;
    private static final int CELLS_SHIFT = OWNER_SHIFT + OWNER_BITS;
    private static final int CELLS_BITS = 20;
    private static final int LAP_SHIFT = CELLS_SHIFT + CELLS_BITS;

    static final long LAP_MASK = (1L << Long.SIZE - LAP_SHIFT) - 1;
    static final int MAX_CELLS = (1 << CELLS_BITS) - 1;
    static final int NO_OWNER = (1 << OWNER_BITS) - 1;

    /**
     * A record of at most so many cells is described when it is finished, and is a hole until then. If it were
     * described at once, a consumer that waits for it would take the descriptor's cache line between the two stores. A
     * longer record takes longer to write; it is described at once, so that the consumer passes over it without a
     * search for its end.
     */
    static final int SHORT_CELLS = 16;

    static final long LAP_AND_STATE = LAP_MASK << LAP_SHIFT | (1 << STATE_BITS) - 1;

    /** Leftovers are cleared once in as many laps: more often than lap numbers repeat. */
    static final long LAPS_BETWEEN_CLEARING = 1L << 24;

    static final int WRITING = 1;
    static final int READY = 2;
    static final int READ = 3;
    static final int FLUSH = 4;
    static final int ABANDONED = 5;

    static final int DESCRIPTOR_LENGTH = 16;
    private static final int DESCRIPTOR_SHIFT = 4;

    /** The descriptors of 2^this successive cells lie in different cache lines. */
    private static final int INTERLEAVE_SHIFT = CELL_SHIFT - DESCRIPTOR_SHIFT;

    private static final int INTERLEAVE_MASK = (1 << INTERLEAVE_SHIFT) - 1;

    /** The offset of a record's head from its descriptor. */
    static final int HEAD = 8;

    /** The length of the head of a message in a batch. */
    static final int MESSAGE_HEAD = 8;

    static final int FRAGMENT_HEAD = 8;
    static final int ALIGNMENT = 8;
    private static final int LENGTH_BITS = 28;
    static final int MAX_LENGTH = (1 << LENGTH_BITS) - 1;
    static final int MESSAGE = 1;
    static final int FRAGMENT = 2;
    static final int BATCH = 3;

    private Descriptor() {}

    /** The lap of a position, shifted to its place in a word. */
    static long lapBits(long position, int lapShift) {
        return position >>> lapShift << LAP_SHIFT;
    }

    /** The offset of a cell's descriptor from the first descriptor. */
    static int descriptorOffset(int cell, int lapShift) {
        int column = (cell & INTERLEAVE_MASK) << lapShift - INTERLEAVE_SHIFT;
        return column + (cell >>> INTERLEAVE_SHIFT) << DESCRIPTOR_SHIFT;
    }

    static long word(long lapBits, int owner, int cells, int state) {
        return lapBits | (long) cells << CELLS_SHIFT | (long) owner << OWNER_SHIFT | state;
    }

    static boolean isDescribed(long word, long lapBits) {
        return (word & LAP_MASK << LAP_SHIFT) == lapBits && state(word) != 0;
    }

    static int state(long word) {
        return (int) word & (1 << STATE_BITS) - 1;
    }

    static int owner(long word) {
        return (int) (word >>> OWNER_SHIFT) & NO_OWNER;
    }

    static int cells(long word) {
        return (int) (word >>> CELLS_SHIFT) & MAX_CELLS;
    }

    static long withState(long word, int state) {
        return word & -(1L << STATE_BITS) | state;
    }

    static int cellsFor(int bytes) {
        return bytes + CELL_LENGTH - 1 >>> CELL_SHIFT;
    }

    /** A record takes at least one cell. */
    static int recordCells(int bytes) {
        return bytes == 0 ? 1 : cellsFor(bytes);
    }

    static int align(int bytes) {
        return bytes + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** The head of a record, or of a message in a batch. */
    static long head(int kind, int length, int task) {
        return (long) task << Integer.SIZE | (kind << LENGTH_BITS | length) & 0xFFFF_FFFFL;
    }

    static int kind(long head) {
        return (int) head >>> LENGTH_BITS;
    }

    static int length(long head) {
        return (int) head & MAX_LENGTH;
    }

    static int task(long head) {
        return (int) (head >>> Integer.SIZE);
    }

    static long slotWord(long registration, int state) {
        return registration << SLOT_STATE_BITS | state;
    }

    static int slotState(long word) {
        return (int) word & (1 << SLOT_STATE_BITS) - 1;
    }

    static long registration(long slotWord) {
        return slotWord >>> SLOT_STATE_BITS;
    }

    static int slotOffset(int slot) {
        return SLOTS_OFFSET + slot * SLOT_LENGTH;
    }
}
