// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static io.millrace.runtime.spill.SegmentDescriptor.PIECE_CONTENT;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * A queue of a {@link SpillSpace}. The thread that owns it calls all methods.
 *
 * <pre>
 *   poll ◄── reading ◄── front ◄── the disk's thread: QueueFiles ◄── back ◄── writing ◄── offer
 *            the oldest            files, and blocks on their way             the newest
 * </pre>
 */
public final class SpillQueue implements ByteQueue {

    /** The part of a block that may be wasted so that a record which does not fit into the rest begins a new block. */
    private static final int WASTED_PART = 8;

    private final String name;
    private final int maxRecordBytes;
    private final BlockPool pool;
    private final QueueMemory memory;
    private final QueueFiles files;
    private final LongSupplier nanoTime;
    private final Runnable wakeDisk;
    private final Runnable wakeOwner;

    private final ArrayDeque<Block> front = new ArrayDeque<>();
    private final ArrayDeque<Block> back = new ArrayDeque<>();
    private final ArrayDeque<Block> fresh = new ArrayDeque<>();
    private final RecordAssembler assembler = new RecordAssembler();

    /** The number of blocks that the disk's thread has. */
    private long away;

    /** The block that is read, which may be the one that is written. */
    private Block reading;

    private Block writing;
    private long count;
    private long bytes;
    private long lost;
    private long lastOffered;

    /** Whether the queue is closed. Set by the owner. */
    private volatile boolean closed;

    /** Whether the owner waits for room. Set by the owner, cleared by the thread that wakes it. */
    private volatile boolean refused;

    SpillQueue(
            String name,
            int maxRecordBytes,
            QueueMemory memory,
            QueueFiles files,
            LongSupplier nanoTime,
            Runnable wakeDisk,
            Runnable wakeOwner) {
        this.name = name;
        this.maxRecordBytes = maxRecordBytes;
        this.pool = memory.pool();
        this.memory = memory;
        this.files = files;
        this.nanoTime = nanoTime;
        this.wakeDisk = wakeDisk;
        this.wakeOwner = wakeOwner;
    }

    /** @throws IllegalArgumentException if the record is longer than the space's longest */
    @Override
    public boolean offer(ByteBuffer record) {
        requireOpen();
        int length = record.remaining();
        if (length > maxRecordBytes) {
            throw new IllegalArgumentException("queue " + name + ": a record has " + length + " bytes, the most is "
                    + maxRecordBytes + ": raise topology.message.max.bytes");
        }
        if (reading != null && !reading.hasNext()) {
            leave();
        }
        long now = nanoTime.getAsLong();
        if (!append(record, length, now) && !appendAfterHandOver(record, length, now)) {
            return false;
        }
        count++;
        bytes += length;
        return true;
    }

    private boolean append(ByteBuffer record, int length, long now) {
        if (writing == null || writing.room() < length) {
            return appendInFreshBlocks(record, length, now);
        }
        writing.append(record, record.position(), length, true, 0, now);
        return true;
    }

    private boolean appendAfterHandOver(ByteBuffer record, int length, long now) {
        if (writing != null && writing != reading && writing.hasNext()) {
            back.addLast(writing);
            writing = null;
        }
        handOver();
        refused = true;
        // The append is tried again, as room that came before the mark has not woken the owner
        if (!append(record, length, now)) {
            return false;
        }
        refused = false;
        return true;
    }

    private boolean appendInFreshBlocks(ByteBuffer record, int length, long now) {
        int here = lengthInRest(length);
        int perBlock = pool.blockBytes() - PIECE_CONTENT;
        int blocks = Math.max(1, (length - here + perBlock - 1) / perBlock);
        if (!memory.take(blocks, count == 0, fresh)) {
            return false;
        }
        int position = record.position();
        int following = length - here;
        if (here > 0) {
            writing.append(record, position, here, true, following, now);
        }
        do {
            completeWriting();
            writing = fresh.pollFirst();
            int piece = Math.min(perBlock, following);
            following -= piece;
            writing.append(
                    record, position + length - following - piece, piece, piece + following == length, following, now);
        } while (!fresh.isEmpty());
        return true;
    }

    /** Returns how many bytes of a record go into the rest of the block that is written. */
    private int lengthInRest(int length) {
        int worthIt = pool.blockBytes() / WASTED_PART;
        boolean splits = writing != null && length > worthIt && writing.room() > worthIt;
        return splits ? writing.room() : 0;
    }

    private void completeWriting() {
        if (writing == null || writing == reading) {
            return;
        }
        back.addLast(writing);
        if (pool.isCrowded()) {
            handOver();
        }
    }

    /**
     * Gives the newest blocks to the disk's thread. If it has none, the oldest blocks stay, as they are polled next.
     */
    private void handOver() {
        if (away == 0) {
            while (back.size() > 1) {
                front.addLast(back.pollFirst());
            }
        }
        if (back.isEmpty()) {
            return;
        }
        away += back.size();
        while (!back.isEmpty()) {
            files.give(back.pollFirst());
        }
        wakeDisk.run();
    }

    @Override
    public ByteBuffer poll() {
        requireOpen();
        while (findNext()) {
            boolean first = reading.nextIsFirst();
            int following = reading.nextFollowing();
            long offered = reading.nextOffered();
            ByteBuffer piece = reading.next();
            int length = piece.remaining();
            bytes -= length;
            if (first && following == 0) {
                assembler.take();
                return polled(piece, offered);
            }
            assembler.add(piece, first, following, offered);
            if (following == 0) {
                long begun = assembler.offered();
                ByteBuffer whole = assembler.take();
                if (whole != null) {
                    return polled(whole, begun);
                }
                count--;
                lost++;
            }
        }
        return null;
    }

    private ByteBuffer polled(ByteBuffer record, long offered) {
        count--;
        lastOffered = offered;
        return record;
    }

    /** Makes the oldest block the one that is read. Returns false if the owner has none. */
    private boolean findNext() {
        while (reading == null || !reading.hasNext()) {
            if (reading != null) {
                leave();
            }
            reading = next();
            if (reading == null || reading == writing && !reading.hasNext()) {
                reading = null;
                return false;
            }
        }
        return true;
    }

    private void leave() {
        if (reading != writing) {
            release(reading);
        } else if (reading.home() == null) {
            writing = null;
            release(reading);
        } else {
            reading.clear();
        }
        reading = null;
    }

    private Block next() {
        Block block = front.pollFirst();
        if (block != null) {
            return block;
        }
        if (away > 0) {
            block = files.take();
            if (block != null) {
                away--;
                count -= block.lostRecords();
                lost += block.lostRecords();
                bytes -= block.lostContent();
                wakeDisk.run();
            } else if (files.ask()) {
                wakeDisk.run();
            }
            return block;
        }
        block = back.pollFirst();
        return block == null ? writing : block;
    }

    private void release(Block block) {
        memory.release(block);
        if (away > 0) {
            wakeDisk.run();
        }
    }

    /** Returns the bytes of the waiting records, with the assembled pieces of the oldest one. */
    @Override
    public long bytes() {
        return bytes + assembler.held();
    }

    @Override
    public long spilledBytes() {
        return files.spilledBytes();
    }

    @Override
    public long count() {
        return count;
    }

    /** Returns how many records were lost with a damaged or cut file. They are neither polled nor counted any more. */
    public long lost() {
        return lost;
    }

    /**
     * Returns the time when the oldest record was offered, by the clock of the space. While that record is in a file
     * and not read yet, it is the time of the record that was polled last. It has no meaning if the queue is empty.
     */
    public long headNanos() {
        if (assembler.hasBegun()) {
            return assembler.offered();
        }
        Block block = reading != null && reading.hasNext() ? reading : peekNext();
        return block == null || !block.hasNext() ? lastOffered : block.nextOffered();
    }

    private Block peekNext() {
        if (!front.isEmpty()) {
            return front.peekFirst();
        }
        if (away > 0) {
            return files.peek();
        }
        return back.isEmpty() ? writing : back.peekFirst();
    }

    /** Wakes the owner if it waits for room. Any thread may call it. */
    void roomCame() {
        if (refused) {
            refused = false;
            wakeOwner.run();
        }
    }

    boolean isClosed() {
        return closed;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("queue " + name + " is closed");
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        refused = false;
        if (writing != null && writing != reading) {
            back.addLast(writing);
        }
        if (reading != null) {
            back.addLast(reading);
        }
        back.addAll(front);
        back.forEach(memory::release);
        back.clear();
        front.clear();
        reading = null;
        writing = null;
        count = 0;
        bytes = 0;
        assembler.take();
        files.close();
        wakeDisk.run();
    }
}
