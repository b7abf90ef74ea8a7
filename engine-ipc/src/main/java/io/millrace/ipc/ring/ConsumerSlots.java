// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.NO_POSITION;
import static io.millrace.ipc.ring.Descriptor.SLOT_ANNOUNCE;
import static io.millrace.ipc.ring.Descriptor.SLOT_COUNTERS;
import static io.millrace.ipc.ring.Descriptor.SLOT_FREE;
import static io.millrace.ipc.ring.Descriptor.SLOT_PATH_LENGTH;
import static io.millrace.ipc.ring.Descriptor.SLOT_WAKE;
import static io.millrace.ipc.ring.Descriptor.SLOT_WORD;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producers' slots: whether their owners live, what they announced, and which can be freed. Used by the consumer's
 * thread.
 */
final class ConsumerSlots {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerSlots.class);

    private final RingFile file;
    private final MappedMemory memory;
    private final FragmentAssembler assembler;
    private final FailPoint failPoint;
    private final Counter probes;
    private final Counter retired;

    /** Per slot: the tail when its owner was proven gone; NO_POSITION if it was not. */
    private final long[] retireAt;

    private int retiring;

    ConsumerSlots(RingFile file, FragmentAssembler assembler, FailPoint failPoint) {
        this.file = file;
        this.memory = file.memory;
        this.assembler = assembler;
        this.failPoint = failPoint;
        this.probes = new Counter(memory, CounterOffsets.PROBES);
        this.retired = new Counter(memory, CounterOffsets.RETIRED_SLOTS);
        this.retireAt = new long[file.config.maxProducers()];
        Arrays.fill(retireAt, NO_POSITION);
    }

    int inUse() {
        return file.slotsInUse();
    }

    long announceAcquire(int slot) {
        return memory.getAcquire(Descriptor.slotOffset(slot) + SLOT_ANNOUNCE);
    }

    /** False only if it is proven that the owner of this slot writes no more. Makes system calls. */
    boolean isAlive(int slot) {
        if (slot >= retireAt.length) {
            return false;
        }
        probes.add(1);
        return OwnerLinks.isAlive(file.path, memory.getAcquire(Descriptor.slotOffset(slot) + SLOT_WORD));
    }

    /** Asks the kernel about every owner; the slots of dead owners become FREE in {@link #retire}. */
    void findDead() {
        int count = inUse();
        for (int slot = 0; slot < count; slot++) {
            boolean taken = memory.getAcquire(Descriptor.slotOffset(slot) + SLOT_WORD) != SLOT_FREE;
            if (taken && retireAt[slot] == NO_POSITION && !isAlive(slot)) {
                // Loaded after the proof: all claims of the dead owner lie before it.
                retireAt[slot] = memory.getVolatile(Descriptor.TAIL_OFFSET);
                retiring++;
            }
        }
    }

    boolean hasRetiring() {
        return retiring != 0;
    }

    /** Makes the slots of dead owners FREE if all their claims lie before this position. */
    void retire(long free) {
        for (int slot = 0; slot < retireAt.length && retiring > 0; slot++) {
            if (retireAt[slot] != NO_POSITION && retireAt[slot] <= free) {
                retireAt[slot] = NO_POSITION;
                retiring--;
                retireSlot(slot);
            }
        }
    }

    private void retireSlot(int slot) {
        int offset = Descriptor.slotOffset(slot);
        long word = memory.getAcquire(offset + SLOT_WORD);
        assembler.drop(slot);
        for (int counter = 0; counter < CounterOffsets.PRODUCER_COUNTERS; counter += Long.BYTES) {
            int from = offset + SLOT_COUNTERS + counter;
            int to = CounterOffsets.CLOSED_PRODUCERS + counter;
            memory.putPlain(to, memory.getPlain(to) + memory.getPlain(from));
            memory.putPlain(from, 0);
        }
        memory.putPlain(offset + SLOT_WAKE, 0);
        memory.putIntPlain(offset + SLOT_PATH_LENGTH, 0);
        memory.putRelease(offset + SLOT_ANNOUNCE, NO_POSITION);
        // The dead announce is cleared before another producer may announce here.
        memory.putRelease(offset + SLOT_WORD, SLOT_FREE);
        retired.add(1);
        failPoint.reached(FailPoint.Step.SLOT_FREED);
        try {
            // Last: the link is the only proof that a slot whose word names it can be freed.
            OwnerLinks.unlink(file.path, Descriptor.registration(word));
        } catch (IOException e) {
            LOG.warn("a link of a producer that is gone stays beside {}", file.path, e);
        }
    }

    /**
     * Deletes the links of dead processes that nothing names: the process died before it had a slot, or the consumer in
     * {@link #retire}.
     */
    void unlinkUnnamed() {
        try {
            OwnerLinks.unlinkUnnamed(file);
        } catch (IOException e) {
            LOG.warn("links of processes that are gone stay beside {}", file.path, e);
        }
    }
}
