package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.FRAGMENT_HEAD;
import static io.millrace.ipc.ring.Descriptor.HEAD;
import static io.millrace.ipc.ring.Descriptor.MESSAGE_HEAD;
import static io.millrace.ipc.ring.Descriptor.NO_POSITION;
import static io.millrace.ipc.ring.Descriptor.TAIL_OFFSET;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Writes to a ring. One per (thread, ring): all methods but {@link #isClosed} belong to that thread. It owns a slot of the ring, and is
 * allocation-free after {@link #open}.
 *
 * <p>A message is either claimed, written in place and committed or aborted, or handed over by {@link #offer}. Several may share a
 * record: {@link #tryClaimBatch}, any number of {@link #append}, then commit.
 */
public final class RingProducer implements AutoCloseable {
    private final RingFile file;
    private final MappedMemory memory;
    private final ByteBuffer buffer;
    private final ProducerSlot slot;
    private final Doorbell consumerBell;
    private final FailPoint failPoint;

    // Copies of what the file and the slot know: a claim after a pause finds them in one cache line.
    private final int cells;
    private final int cellMask;
    private final int lapShift;
    private final int announceOffset;
    private final int countersOffset;
    private final int descriptorsOffset;
    private final int dataOffset;
    private final int slotIndex;
    private final int maxPayload;
    private final int maxClaimLength;

    private long cachedFree;
    private boolean closed;

    // The claim that is open: where; its descriptor's offset; its word, 0 if there is none; whether that is stored
    // already;
    // its head, stored when it is finished.
    private long position;
    private int descriptorOffset;
    private long writingWord;
    private boolean described;
    private long head;
    private int recordOffset;
    private int payloadBytes;

    // The batch that is open.
    private boolean batch;
    private int batchCapacity;
    private int batchUsed;

    // The fragmented message that was begun.
    private int partialTask;
    private int partialLength;
    private int partialSent;

    private long claims;
    private long commits;
    private long aborts;
    private long bytes;
    private long fullEvents;
    private long claimRetries;

    private RingProducer(RingFile file, ProducerSlot slot, Doorbell consumerBell, FailPoint failPoint) {
        this.file = file;
        this.memory = file.memory;
        this.buffer = memory.view();
        this.slot = slot;
        this.consumerBell = consumerBell;
        this.failPoint = failPoint;
        this.cells = file.cells;
        this.cellMask = file.cellMask;
        this.lapShift = file.lapShift;
        this.announceOffset = slot.announceOffset();
        this.countersOffset = slot.countersOffset();
        this.descriptorsOffset = file.descriptorsOffset;
        this.dataOffset = file.dataOffset;
        this.slotIndex = slot.index();
        this.maxPayload = file.maxRecordCells * Descriptor.CELL_LENGTH;
        this.maxClaimLength = Math.min(maxPayload, file.config.maxMessageBytes());
        this.cachedFree = memory.getAcquire(Descriptor.FREE_OFFSET);
    }

    /**
     * Takes a slot of a ring.
     *
     * @param process held while this process lives; it stays held until this producer is closed
     * @param own rung by the consumer when room appears or a flag clears, after {@link #requestWake}; null if never asked for
     * @throws IOException if there is no such ring, it is damaged or of another version, its consumer closed it, or all slots are taken
     */
    public static RingProducer open(Path ring, ProcessLock process, Doorbell own) throws IOException {
        return open(ring, process, own, FailPoint.NONE);
    }

    static RingProducer open(Path ring, ProcessLock process, Doorbell own, FailPoint failPoint) throws IOException {
        return open(RingFile.open(ring), process, own, failPoint);
    }

    /** Of a ring that is mapped already. */
    static RingProducer open(RingFile file, ProcessLock process, Doorbell own, FailPoint failPoint) throws IOException {
        if (file.isClosed()) {
            throw new IOException(file.path + " was closed by its consumer: look up where the consumer is now");
        }
        Doorbell consumerBell = Doorbells.attachOther(file.memory, file.path);
        try {
            ProducerSlot slot = ProducerSlot.take(file, process, own, consumerBell, failPoint);
            return new RingProducer(file, slot, consumerBell, failPoint);
        } catch (IOException | RuntimeException e) {
            consumerBell.close();
            throw e;
        }
    }

    /**
     * Claims room for one message; write it to {@link #buffer} at {@link #offset}, then {@link #commit} or {@link #abort}.
     *
     * @param length at most {@link #maxClaimLength}
     * @param headroomBytes how much must stay free behind it: more than 0 for data, so that control, with 0, still has room
     * @return false if there is no room
     */
    public boolean tryClaim(int targetTask, int length, int headroomBytes) {
        if (length < 0 || length > maxClaimLength) {
            throw tooLong(length, maxClaimLength, "a claim");
        }
        if (!claim(length, headroomBytes)) {
            return false;
        }
        head = Descriptor.head(Descriptor.MESSAGE, length, targetTask);
        payloadBytes = length;
        return true;
    }

    private IllegalArgumentException tooLong(int length, int bound, String what) {
        return new IllegalArgumentException("the message is " + length + " bytes, the bound for " + what + " in "
                + file.path + " is " + bound + ": offer() takes up to " + file.config.maxMessageBytes()
                + ", raise maxMessageBytes or capacityBytes for more");
    }

    /** The longest message that can be claimed; longer ones go by {@link #offer}. */
    public int maxClaimLength() {
        return maxClaimLength;
    }

    private boolean claim(int recordBytes, int headroomBytes) {
        try {
            return claimMapped(recordBytes, headroomBytes);
        } catch (InternalError e) {
            throw file.cutShort(e);
        }
    }

    /**
     * Steps 2 to 5 of the protocol: the record is announced and claimed; a long one is described WRITING, and the announce cleared. A
     * short one is described when it is finished.
     */
    private boolean claimMapped(int recordBytes, int headroomBytes) {
        if (writingWord != 0 || closed) {
            throw notNow();
        }
        int needed = Descriptor.recordCells(recordBytes);
        int headroom = Descriptor.cellsFor(headroomBytes);
        if (headroomBytes < 0 || headroom > cells - file.maxRecordCells) {
            throw tooMuchHeadroom(headroomBytes);
        }
        while (true) {
            long at = memory.getAcquire(TAIL_OFFSET);
            failPoint.reached(FailPoint.Step.TAIL_LOADED);
            int room = cells - ((int) at & cellMask);
            if (needed > room) {
                if (!pad(at, room, headroom)) {
                    return false;
                }
            } else if (at + needed + headroom - cachedFree > cells && !hasRoom(at, needed + headroom)) {
                return false;
            } else if (take(at, needed, Descriptor.WRITING)) {
                described = needed > Descriptor.SHORT_CELLS;
                if (described) {
                    describe(false);
                }
                recordOffset = dataOffset + (((int) at & cellMask) << Descriptor.CELL_SHIFT);
                count(CounterOffsets.CLAIMS, ++claims);
                return true;
            }
        }
    }

    /** Claims what remains before the end of the ring, because a record does not fit there; false if there is no room. */
    private boolean pad(long at, int room, int headroom) {
        if (at + room + headroom - cachedFree > cells && !hasRoom(at, room + headroom)) {
            return false;
        }
        if (take(at, room, Descriptor.FLUSH)) {
            describe(true);
            writingWord = 0;
        }
        return true;
    }

    /** Announces and claims by CAS; false if another producer was there first. */
    private boolean take(long at, int claimed, int state) {
        boolean flush = state == Descriptor.FLUSH;
        memory.putRelease(announceOffset, at);
        failPoint.reached(flush ? FailPoint.Step.FLUSH_ANNOUNCED : FailPoint.Step.ANNOUNCED);
        // The announce is visible before the claim: who sees the new tail finds out who claimed.
        if (!memory.compareAndSet(TAIL_OFFSET, at, at + claimed)) {
            failPoint.reached(FailPoint.Step.CLAIM_FAILED);
            memory.putRelease(announceOffset, NO_POSITION);
            count(CounterOffsets.CLAIM_RETRIES, ++claimRetries);
            return false;
        }
        failPoint.reached(flush ? FailPoint.Step.FLUSH_CLAIMED : FailPoint.Step.CLAIMED);
        position = at;
        descriptorOffset = descriptorsOffset + Descriptor.place((int) at & cellMask, lapShift);
        writingWord = Descriptor.word(Descriptor.lapBits(at, lapShift), slotIndex, claimed, state);
        return true;
    }

    private void describe(boolean flush) {
        memory.putRelease(descriptorOffset, writingWord);
        failPoint.reached(flush ? FailPoint.Step.FLUSH_DESCRIBED : FailPoint.Step.DESCRIBED);
        // The descriptor is visible before the announce is gone: a hole always has an announce.
        memory.putRelease(announceOffset, NO_POSITION);
        failPoint.reached(flush ? FailPoint.Step.FLUSH_ANNOUNCE_CLEARED : FailPoint.Step.ANNOUNCE_CLEARED);
    }

    private void count(int counter, long value) {
        memory.putPlain(countersOffset + counter, value);
    }

    private IllegalStateException notNow() {
        return new IllegalStateException(
                closed ? "the producer is closed" : "a claim is open: commit or abort it before the next one");
    }

    private IllegalArgumentException tooMuchHeadroom(int headroomBytes) {
        return new IllegalArgumentException("headroom is " + headroomBytes + " bytes: use 0 to 7/8 of the capacity, "
                + file.config.capacityBytes());
    }

    private boolean hasRoom(long at, int needed) {
        // What was freed is read out: loads and stores into it come after this load.
        cachedFree = memory.getAcquire(Descriptor.FREE_OFFSET);
        if (at + needed - cachedFree <= cells) {
            return true;
        }
        if (at - cachedFree > cells) {
            throw new CorruptRingException("tail of " + file.path + " is " + at + ", free is " + cachedFree
                    + ", more than its " + cells + " cells apart: it was overwritten, make another ring");
        }
        count(CounterOffsets.FULL_EVENTS, ++fullEvents);
        // What holds the ring may be the claim of a dead producer: the consumer must be awake to find that out.
        consumerBell.ring();
        return false;
    }

    /** Where to write the claimed message: little-endian, by absolute offsets. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Of the claimed message's first byte in {@link #buffer}. */
    public int offset() {
        return recordOffset;
    }

    /** Hands the claim over, and rings the consumer's doorbell if it waits. */
    public void commit() {
        if (batch) {
            closeBatch();
            if (batchUsed == 0) {
                abort();
                return;
            }
        }
        finish(Descriptor.READY, "commit");
        failPoint.reached(FailPoint.Step.READY_STORED);
        clearAnnounce();
        count(CounterOffsets.COMMITS, ++commits);
        count(CounterOffsets.BYTES, bytes += payloadBytes);
        failPoint.reached(FailPoint.Step.COMMITTED);
        // READY is visible before the look at the waiting word; the consumer has a fence between that word and its last
        // look.
        MappedMemory.fullFence();
        consumerBell.ring();
    }

    /** Gives the claim up; nobody sees what was written. */
    public void abort() {
        batch = false;
        finish(Descriptor.ABANDONED, "abort");
        clearAnnounce();
        count(CounterOffsets.ABORTS, ++aborts);
        failPoint.reached(FailPoint.Step.ABORTED);
    }

    private void finish(int state, String what) {
        long word = writingWord;
        if (word == 0) {
            throw new IllegalStateException("nothing is claimed: " + what + " follows tryClaim");
        }
        writingWord = 0;
        // What says that it is claimed: only if somebody overwrote that, it may have been abandoned.
        if (described ? memory.getPlain(descriptorOffset) != word : memory.getPlain(announceOffset) != position) {
            throw taken();
        }
        memory.putPlain(descriptorOffset + HEAD, head);
        // Nobody else changes the word while its owner's lock is held, so a store does what a CAS would. The payload is
        // visible before it.
        memory.putRelease(descriptorOffset, Descriptor.withState(word, state));
    }

    /** Of a short record, which is described only now: the descriptor is visible before the announce is gone. */
    private void clearAnnounce() {
        if (!described) {
            memory.putRelease(announceOffset, NO_POSITION);
        }
    }

    private CorruptRingException taken() {
        return new CorruptRingException("a record of " + file.path + " was taken from its living owner: was the"
                + " process lock released before the producer was closed?");
    }

    /**
     * Writes one message, in fragments if it is longer than {@link #maxClaimLength}.
     *
     * @return false if there was no room. Of a long message a part may have been sent then, see {@link #isPartial}: offer the same
     *     message again later, it goes on where it stopped; or {@link #dropPartial}
     */
    public boolean offer(int targetTask, ByteBuffer source, int sourceOffset, int length, int headroomBytes) {
        // Before the claim, so that nothing throws between claim and commit.
        Objects.checkFromIndexSize(sourceOffset, length, source.limit());
        if (length <= maxPayload) {
            if (!tryClaim(targetTask, length, headroomBytes)) {
                return false;
            }
            buffer.put(offset(), source, sourceOffset, length);
            commit();
            return true;
        }
        if (length > file.config.maxMessageBytes()) {
            throw tooLong(length, file.config.maxMessageBytes(), "a message");
        }
        if (partialLength != 0 && (partialLength != length || partialTask != targetTask)) {
            throw new IllegalStateException("a message of " + partialLength + " bytes to task " + partialTask
                    + " is sent in part: offer it again, or dropPartial(), before another long one");
        }
        partialLength = length;
        partialTask = targetTask;
        while (partialSent < length) {
            int part = Math.min(length - partialSent, maxPayload - FRAGMENT_HEAD);
            if (!claim(FRAGMENT_HEAD + part, headroomBytes)) {
                if (partialSent == 0) {
                    dropPartial();
                }
                return false;
            }
            head = Descriptor.head(Descriptor.FRAGMENT, FRAGMENT_HEAD + part, targetTask);
            buffer.putInt(recordOffset, length);
            buffer.putInt(recordOffset + Integer.BYTES, partialSent);
            buffer.put(recordOffset + FRAGMENT_HEAD, source, sourceOffset + partialSent, part);
            payloadBytes = part;
            commit();
            partialSent += part;
        }
        dropPartial();
        return true;
    }

    /** Whether a long message is sent in part. Short messages may be sent in between: they arrive before it. */
    public boolean isPartial() {
        return partialLength != 0;
    }

    /** Gives up the long message that is sent in part; the consumer drops what it has of it. */
    public void dropPartial() {
        partialLength = 0;
        partialSent = 0;
    }

    /** How many bytes of a batch a message takes. */
    public static int batchBytes(int length) {
        return Descriptor.align(MESSAGE_HEAD + length);
    }

    /**
     * Claims one record for many messages: one claim, one commit, whatever their number.
     *
     * @param batchBytes sum of {@link #batchBytes} of the messages, at most {@link #maxClaimLength}
     */
    public boolean tryClaimBatch(int batchBytes, int headroomBytes) {
        if (batchBytes < MESSAGE_HEAD || batchBytes > maxPayload) {
            throw new IllegalArgumentException(
                    "the batch is " + batchBytes + " bytes: use " + MESSAGE_HEAD + " to " + maxPayload);
        }
        if (!claim(batchBytes, headroomBytes)) {
            return false;
        }
        batch = true;
        batchCapacity = batchBytes;
        batchUsed = 0;
        payloadBytes = 0;
        return true;
    }

    /**
     * Adds a message to the open batch, to be written in place before the commit.
     *
     * @return its offset in {@link #buffer}, or -1 if the batch has no room for it
     */
    public int appendClaim(int targetTask, int length) {
        if (!batch) {
            throw new IllegalStateException("no batch is open: append follows tryClaimBatch");
        }
        if (length < 0 || length > batchCapacity - batchUsed - MESSAGE_HEAD) {
            return -1;
        }
        int at = recordOffset + batchUsed;
        memory.putPlain(at, Descriptor.head(Descriptor.MESSAGE, length, targetTask));
        batchUsed = Math.min(batchUsed + batchBytes(length), batchCapacity);
        payloadBytes += length;
        return at + MESSAGE_HEAD;
    }

    /** Copies a message into the open batch; false if the batch has no room for it: commit, and claim the next batch. */
    public boolean append(int targetTask, ByteBuffer source, int sourceOffset, int length) {
        int at = appendClaim(targetTask, length);
        if (at < 0) {
            return false;
        }
        buffer.put(at, source, sourceOffset, length);
        return true;
    }

    private void closeBatch() {
        head = Descriptor.head(Descriptor.BATCH, batchUsed, 0);
        batch = false;
    }

    /** What the consumer published under this index. */
    public boolean flag(int index) {
        return memory.getAcquire(file.flagOffset(index)) != 0;
    }

    /**
     * Says that this producer is blocked: the consumer rings its own doorbell once, when room has appeared, or a flag has cleared, after
     * this call. No wake-up is lost in this order: {@link Doorbell#prepareWait} of the own doorbell, requestWake, try again, and only if
     * that fails {@link Doorbell#block}.
     */
    public void requestWake() {
        slot.requestWake();
        failPoint.reached(FailPoint.Step.WAKE_REQUESTED);
        consumerBell.ring();
    }

    /** Whether the consumer has closed the ring, or another one replaced it: nothing that is written arrives. Any thread. */
    public boolean isClosed() {
        return file.isClosed();
    }

    /** The ring's file. */
    public Path path() {
        return file.path;
    }

    /** Aborts an open claim and gives the slot back; what was committed is delivered. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (writingWord != 0) {
            abort();
        }
        closed = true;
        slot.close();
        consumerBell.close();
    }
}
