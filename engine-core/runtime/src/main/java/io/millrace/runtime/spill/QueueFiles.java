// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import io.millrace.api.config.Backoff;
import io.millrace.runtime.spill.TroubleLog.Trouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jctools.queues.varhandle.SpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * The middle of a queue: blocks that come from the owner, go to segments, are read again and go back to the owner, in
 * the same order. A block that could not be written yet goes back as it is when its turn comes, so a queue can be
 * emptied without a disk.
 */
final class QueueFiles {

    /** The number of blocks that are read before the owner asks. */
    private static final int READ_AHEAD = 4;

    private static final int CHUNK = 64;
    private static final int MOST_READS = 10;
    private static final long MIN_PAUSE_NANOS = 10_000_000;
    private static final Backoff PAUSES = new Backoff(MIN_PAUSE_NANOS, 1_000_000_000);
    private static final long SLOW_NANOS = 1_000_000_000;

    /** The longest part of a queue's name in the name of a file. */
    private static final int LONGEST_NAME = 100;

    private final String name;
    private final int index;
    private final long segmentBytes;
    private final QueueMemory memory;
    private final Disk disk;
    private final DiskUse use;
    private final TroubleLog log;
    private final LongSupplier nanoTime;
    private final Runnable wakeOwner;

    /** The blocks from the owner. */
    private final SpscUnboundedVarHandleArrayQueue<Block> coming = new SpscUnboundedVarHandleArrayQueue<>(CHUNK);

    /** The blocks to the owner. */
    private final SpscVarHandleArrayQueue<Block> going = new SpscVarHandleArrayQueue<>(READ_AHEAD);

    /** Whether the owner found nothing to poll. Set by the owner, taken back by the disk's thread. */
    private volatile boolean hungry;

    /** Whether the owner has left. Set by the owner, after which it touches neither queue. */
    private volatile boolean closed;

    /** The bytes in files. Set by the disk's thread. */
    private final AtomicLong spilledBytes = new AtomicLong();

    // All fields below are the disk's thread's

    private final ArrayDeque<Block> unwritten = new ArrayDeque<>();
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private long segmentNumber;
    private int failedReads;
    private int failedWrites;
    private long readAgainAt;
    private long writeAgainAt;

    QueueFiles(String name, int index, QueueMemory memory, QueueDisk place, Runnable wakeOwner) {
        this.name = name;
        this.index = index;
        this.segmentBytes = place.segmentBytes();
        this.memory = memory;
        this.disk = place.disk();
        this.use = place.use();
        this.log = place.log();
        this.nanoTime = place.nanoTime();
        this.wakeOwner = wakeOwner;
    }

    /** Takes the newest block. The owner calls it. */
    void give(Block block) {
        coming.offer(block);
    }

    /** Returns the oldest block; null if it is not there yet, see {@link #ask}. The owner calls it. */
    Block take() {
        return going.poll();
    }

    /**
     * Asks for a block that is not written yet. Returns whether the disk's thread has to be woken. The owner calls it.
     */
    boolean ask() {
        if (hungry) {
            return false;
        }
        hungry = true;
        return true;
    }

    /** Returns the block that {@link #take} would return, and leaves it. */
    Block peek() {
        return going.peek();
    }

    long spilledBytes() {
        return spilledBytes.getAcquire();
    }

    /** Notes that the owner has left. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Reads and writes at most one block. Returns 0 if there was nothing to do. */
    int doWork() {
        for (Block block = coming.poll(); block != null; block = coming.poll()) {
            unwritten.addLast(block);
        }
        return goBack() + write();
    }

    /** Returns the time until a read or write that failed is tried again; Long.MAX_VALUE if none failed. */
    long nanosToRetry() {
        long now = nanoTime.getAsLong();
        long read = failedReads > 0 && going.size() < READ_AHEAD ? readAgainAt - now : Long.MAX_VALUE;
        long write = failedWrites > 0 && !unwritten.isEmpty() ? writeAgainAt - now : Long.MAX_VALUE;
        return Math.max(MIN_PAUSE_NANOS, Math.min(read, write));
    }

    private int goBack() {
        if (going.size() >= READ_AHEAD) {
            return 0;
        }
        Segment oldest = segments.peekFirst();
        Block block = oldest != null ? read(oldest) : hungry ? unwritten.pollFirst() : null;
        if (block == null) {
            return 0;
        }
        hungry = false;
        going.offer(block);
        wakeOwner.run();
        return 1;
    }

    private Block read(Segment segment) {
        long begin = nanoTime.getAsLong();
        if (failedReads > 0 && begin - readAgainAt < 0) {
            return null;
        }
        Block block = memory.takeForReading();
        if (block == null) {
            return null;
        }
        long content = segment.nextContent();
        long offset = segment.nextOffset();
        try {
            segment.read(
                    block,
                    (at, what) -> log.report(
                            Trouble.DAMAGE,
                            "queue " + name + ": " + segment.path() + " is damaged at byte " + (offset + at) + ": "
                                    + what + ": its records are lost, check the disk"));
            warnIfSlow("reading", segment.path(), begin);
            log.over(Trouble.READ, "queue " + name + ": its files can be read again");
        } catch (IOException e) {
            if (!giveUp(segment, offset, e)) {
                memory.release(block);
                return null;
            }
            segment.skip(block);
        }
        failedReads = 0;
        spilledBytes.lazySet(spilledBytes.getPlain() - content);
        if (!segment.hasUnread()) {
            remove(segments.pollFirst());
        }
        return block;
    }

    private boolean giveUp(Segment segment, long offset, IOException failure) {
        failedReads++;
        boolean last = failedReads == MOST_READS;
        readAgainAt = nanoTime.getAsLong() + PAUSES.after(failedReads);
        log.report(
                last ? Trouble.DAMAGE : Trouble.READ,
                "queue " + name + ": " + segment.path() + " cannot be read at byte " + offset + ": " + reason(failure)
                        + (last ? ": the records of this block are lost, check the disk" : ": it is tried again"));
        return last;
    }

    private int write() {
        Block block = unwritten.peekFirst();
        if (block == null) {
            return 0;
        }
        long begin = nanoTime.getAsLong();
        if (failedWrites > 0 && begin - writeAgainAt < 0) {
            return 0;
        }
        Segment segment = segments.peekLast();
        boolean fresh = segment == null || segment.isFull() || segment.length() + block.end() > segmentBytes;
        ByteBuffer head = fresh ? Segment.head(segmentNumber, name) : null;
        long needed = block.end() + (fresh ? head.limit() : 0);
        if (!use.hasRoom(needed)) {
            failedWrites = 0;
            reportLimit();
            return 0;
        }
        try {
            if (fresh) {
                if (segment != null) {
                    segment.close();
                }
                String file = fileName();
                // The number is used up even if this fails, as the file may be there
                segmentNumber++;
                segment = Segment.create(disk, file, head);
                segments.addLast(segment);
                use.add(head.limit());
            }
            segment.append(block);
        } catch (IOException e) {
            failed(segment, e);
            return 0;
        }
        warnIfSlow("writing", segment.path(), begin);
        written(unwritten.pollFirst());
        return 1;
    }

    private void reportLimit() {
        if (use.limit() > 0) {
            log.report(
                    Trouble.LIMIT,
                    "queue " + name + ": the files of this worker's queues have reached topology.queue.disk, "
                            + use.limit() + " bytes: what sends to them waits until some is read");
        }
    }

    private void written(Block block) {
        failedWrites = 0;
        log.over(Trouble.WRITE, "queue " + name + ": its files can be written again");
        log.over(Trouble.LIMIT, "queue " + name + ": there is room below topology.queue.disk again");
        use.add(block.end());
        spilledBytes.lazySet(spilledBytes.getPlain() + block.content());
        memory.release(block);
    }

    /** Notes a failed write. The next attempt begins another file, as this one may be the cause. */
    private void failed(Segment segment, IOException failure) {
        failedWrites++;
        writeAgainAt = nanoTime.getAsLong() + PAUSES.after(failedWrites);
        log.report(
                Trouble.WRITE,
                "queue " + name + ": cannot write to topology.queue.dir: " + reason(failure)
                        + ": what sends to it waits when memory is full; make room there, or make it writable");
        if (segment != null) {
            segment.close();
            if (!segment.hasUnread()) {
                remove(segments.pollLast());
            }
        }
    }

    private void remove(Segment segment) {
        use.add(-segment.length());
        try {
            segment.delete();
        } catch (IOException e) {
            log.report(
                    Trouble.REMOVE,
                    "queue " + name + ": " + segment.path() + " cannot be removed: " + reason(e) + ": remove it");
        }
    }

    /** Gives back all blocks and files. The owner has left, or its thread has ended. */
    void dispose() {
        for (Block block = coming.poll(); block != null; block = coming.poll()) {
            unwritten.addLast(block);
        }
        // The owner may be polling if it has not closed the queue
        for (Block block = closed ? going.poll() : null; block != null; block = going.poll()) {
            unwritten.addLast(block);
        }
        unwritten.forEach(memory::release);
        unwritten.clear();
        segments.forEach(this::remove);
        segments.clear();
        spilledBytes.lazySet(0);
    }

    private String fileName() {
        String readable = name.replaceAll("[^A-Za-z0-9_.-]", "_");
        return readable.substring(0, Math.min(LONGEST_NAME, readable.length())) + "-" + index + "-" + segmentNumber
                + ".segment";
    }

    private void warnIfSlow(String what, String path, long begin) {
        long took = nanoTime.getAsLong() - begin;
        if (took > SLOW_NANOS) {
            log.report(
                    Trouble.SLOW,
                    "queue " + name + ": " + what + " a block of " + path + " took " + took / 1_000_000
                            + " ms: the disk of topology.queue.dir is slow, set a faster one or raise"
                            + " topology.queue.memory");
        }
    }

    private static String reason(IOException failure) {
        String text = failure.getMessage();
        return failure.getClass().getSimpleName()
                + (text == null ? "" : ": " + text.lines().findFirst().orElse(""));
    }
}
