// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.HEAD;
import static io.millrace.ipc.ring.Descriptor.NO_POSITION;
import static io.millrace.ipc.ring.Descriptor.TAIL_OFFSET;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.memory.MappedMemory;

/**
 * The record that a producer has claimed and not yet finished: steps 2 to 6 of the protocol. A producer has one, and
 * uses it again for each record. Used by the producer's thread.
 */
final class Claim {
    private final RingFile file;
    private final MappedMemory memory;
    private final Doorbell consumerBell;
    private final FailPoint failPoint;

    // Copies of fields of the file and the slot: a claim after a pause loads one cache line instead of several.
    private final int cells;
    private final int cellMask;
    private final int lapShift;
    private final int announceOffset;
    private final int countersOffset;
    private final int descriptorsOffset;
    private final int dataOffset;
    private final int slotIndex;

    private long cachedFree;
    private boolean closed;

    // The open claim; its word is 0 if there is none. The head is stored when the record is finished.
    private long position;
    private int descriptorOffset;
    private long writingWord;
    private boolean described;
    private long head;
    private int recordOffset;
    private int payloadBytes;

    private long claims;
    private long commits;
    private long aborts;
    private long bytes;
    private long fullEvents;
    private long claimRetries;

    Claim(RingFile file, ProducerSlot slot, Doorbell consumerBell, FailPoint failPoint) {
        this.file = file;
        this.memory = file.memory;
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
        this.cachedFree = memory.getAcquire(Descriptor.FREE_OFFSET);
    }

    /**
     * Claims a record.
     *
     * @param kind MESSAGE, FRAGMENT or BATCH
     * @param payloadBytes bytes of messages in it
     * @return false if there is no room
     */
    boolean open(int kind, int task, int recordBytes, int payloadBytes, int headroomBytes) {
        try {
            if (!claim(recordBytes, headroomBytes)) {
                return false;
            }
        } catch (InternalError e) {
            throw file.truncated(e);
        }
        this.head = Descriptor.head(kind, recordBytes, task);
        this.payloadBytes = payloadBytes;
        return true;
    }

    /**
     * A long record is described WRITING at once, and its announce cleared; a short one is described when it is
     * finished.
     */
    private boolean claim(int recordBytes, int headroomBytes) {
        if (writingWord != 0 || closed) {
            throw notAllowedNow();
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

    /**
     * Claims what remains before the end of the ring, because a record does not fit there; false if there is no room.
     */
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
        // The announce is visible before the claim: whoever sees the new tail finds the announce.
        if (!memory.compareAndSet(TAIL_OFFSET, at, at + claimed)) {
            failPoint.reached(FailPoint.Step.CLAIM_FAILED);
            memory.putRelease(announceOffset, NO_POSITION);
            count(CounterOffsets.CLAIM_RETRIES, ++claimRetries);
            return false;
        }
        failPoint.reached(flush ? FailPoint.Step.FLUSH_CLAIMED : FailPoint.Step.CLAIMED);
        position = at;
        descriptorOffset = descriptorsOffset + Descriptor.descriptorOffset((int) at & cellMask, lapShift);
        writingWord = Descriptor.word(Descriptor.lapBits(at, lapShift), slotIndex, claimed, state);
        return true;
    }

    private void describe(boolean flush) {
        memory.putRelease(descriptorOffset, writingWord);
        failPoint.reached(flush ? FailPoint.Step.FLUSH_DESCRIBED : FailPoint.Step.DESCRIBED);
        // The descriptor is visible before the announce is cleared: a hole always has an announce.
        memory.putRelease(announceOffset, NO_POSITION);
        failPoint.reached(flush ? FailPoint.Step.FLUSH_ANNOUNCE_CLEARED : FailPoint.Step.ANNOUNCE_CLEARED);
    }

    private boolean hasRoom(long at, int needed) {
        // Loads of, and stores into, what was freed come after this load.
        cachedFree = memory.getAcquire(Descriptor.FREE_OFFSET);
        if (at + needed - cachedFree <= cells) {
            return true;
        }
        if (at - cachedFree > cells) {
            throw new CorruptRingException("tail of " + file.path + " is " + at + ", free is " + cachedFree
                    + ", more than its " + cells + " cells apart: it was overwritten, make another ring");
        }
        count(CounterOffsets.FULL_EVENTS, ++fullEvents);
        // The ring may be full because of a dead producer's claim: only a consumer that is awake finds that out.
        consumerBell.ring();
        return false;
    }

    boolean isOpen() {
        return writingWord != 0;
    }

    boolean isOpenBatch() {
        return writingWord != 0 && Descriptor.kind(head) == Descriptor.BATCH;
    }

    /** The offset of the record's first byte in the mapped memory. */
    int offset() {
        return recordOffset;
    }

    /**
     * Sets the used length of the open batch, after a message was added; the record keeps the cells that were claimed.
     */
    void addToBatch(int usedBytes, int messageBytes) {
        head = Descriptor.head(Descriptor.BATCH, usedBytes, 0);
        payloadBytes += messageBytes;
    }

    void commit() {
        finish(Descriptor.READY, "commit");
        failPoint.reached(FailPoint.Step.READY_STORED);
        clearAnnounce();
        count(CounterOffsets.COMMITS, ++commits);
        count(CounterOffsets.BYTES, bytes += payloadBytes);
        failPoint.reached(FailPoint.Step.COMMITTED);
        // No fence between READY and the load of the waiting word: the CAS of the claim lies before that load.
        // A consumer that does not see the claim in its last look before it sleeps is seen to wait here.
        // One that sees it, but not READY, looks again by itself.
        consumerBell.ring();
    }

    void abort() {
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
        // The descriptor or the announce protects a claim: only if it was overwritten, the claim may have been
        // abandoned.
        if (described ? memory.getPlain(descriptorOffset) != word : memory.getPlain(announceOffset) != position) {
            throw taken();
        }
        memory.putPlain(descriptorOffset + HEAD, head);
        // Nobody else changes the word while its owner's lock is held, so a store is enough. The payload is visible
        // before
        // it.
        memory.putRelease(descriptorOffset, Descriptor.withState(word, state));
    }

    /**
     * A short record is described only when it is finished: the descriptor is visible before the announce is cleared.
     */
    private void clearAnnounce() {
        if (!described) {
            memory.putRelease(announceOffset, NO_POSITION);
        }
    }

    private void count(int counter, long value) {
        memory.putPlain(countersOffset + counter, value);
    }

    /** Aborts an open claim, and refuses others. */
    void close() {
        if (isOpen()) {
            abort();
        }
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    private IllegalStateException notAllowedNow() {
        return new IllegalStateException(
                closed ? "the producer is closed" : "a claim is open: commit or abort it before the next one");
    }

    private IllegalArgumentException tooMuchHeadroom(int headroomBytes) {
        return new IllegalArgumentException("headroom is " + headroomBytes + " bytes: use 0 to 7/8 of the capacity, "
                + file.config.capacityBytes());
    }

    private CorruptRingException taken() {
        return new CorruptRingException("a record of " + file.path + " was taken from its living owner: was the"
                + " process lock released before the producer was closed?");
    }
}
