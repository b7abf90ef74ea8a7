// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.memory.MappedMemory;

/** Finds the ends of unfinished claims, and abandons those of dead producers. Used by the consumer's thread. */
final class Recovery {
    private final RingFile file;
    private final MappedMemory memory;
    private final ConsumerSlots slots;
    private final FailPoint failPoint;
    private final Counter abandonedRecords;
    private final Counter abandonedHoles;

    Recovery(RingFile file, ConsumerSlots slots, FailPoint failPoint) {
        this.file = file;
        this.memory = file.memory;
        this.slots = slots;
        this.failPoint = failPoint;
        this.abandonedRecords = new Counter(memory, CounterOffsets.ABANDONED_RECORDS);
        this.abandonedHoles = new Counter(memory, CounterOffsets.ABANDONED_HOLES);
    }

    /**
     * The end of the claim that begins here and is not described: the nearest position at which another claim begins.
     * Every claim before {@code tail} is announced until it is described. So loading the announces first, and the
     * descriptors afterwards, misses no claim.
     *
     * @param tail loaded before this call
     */
    long endOfHole(long position, long tail) {
        long ringEnd = (position | file.cellMask) + 1;
        long end = Math.min(Math.min(tail, ringEnd), position + file.maxRecordCells);
        int count = slots.inUse();
        for (int slot = 0; slot < count; slot++) {
            long announced = slots.announceAcquire(slot);
            if (announced > position && announced < end) {
                end = announced;
            }
        }
        failPoint.reached(FailPoint.Step.ANNOUNCES_SEEN);
        for (long next = position + 1; next < end; next++) {
            if (file.isDescribed(file.descriptorAcquire(next), next)) {
                return next;
            }
        }
        return end;
    }

    /** Abandons a WRITING record if its owner is proven dead. By CAS: it may have been committed before the death. */
    boolean abandonRecord(long position, long word) {
        failPoint.reached(FailPoint.Step.SUSPECTED);
        if (slots.isAlive(Descriptor.owner(word))) {
            return false;
        }
        failPoint.reached(FailPoint.Step.PROVEN_DEAD);
        long abandoned = Descriptor.withState(word, Descriptor.ABANDONED);
        boolean done = memory.compareAndSet(file.descriptorOffset(position), word, abandoned);
        if (done) {
            abandonedRecords.add(1);
        }
        return done;
    }

    /** Abandons a hole if no producer that announced it lives. By CAS: it may have been described before the death. */
    boolean abandonHole(long position, long end, long leftover) {
        failPoint.reached(FailPoint.Step.SUSPECTED);
        int count = slots.inUse();
        for (int slot = 0; slot < count; slot++) {
            if (slots.announceAcquire(slot) == position && slots.isAlive(slot)) {
                return false;
            }
        }
        failPoint.reached(FailPoint.Step.PROVEN_DEAD);
        int cells = (int) (end - position);
        long abandoned = Descriptor.word(file.lapBits(position), Descriptor.NO_OWNER, cells, Descriptor.ABANDONED);
        boolean done = memory.compareAndSet(file.descriptorOffset(position), leftover, abandoned);
        if (done) {
            abandonedHoles.add(1);
        }
        return done;
    }
}
