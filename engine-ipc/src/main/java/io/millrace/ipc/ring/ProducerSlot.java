// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.SLOT_ANNOUNCE;
import static io.millrace.ipc.ring.Descriptor.SLOT_COUNTERS;
import static io.millrace.ipc.ring.Descriptor.SLOT_FREE;
import static io.millrace.ipc.ring.Descriptor.SLOT_PATH;
import static io.millrace.ipc.ring.Descriptor.SLOT_PATH_LENGTH;
import static io.millrace.ipc.ring.Descriptor.SLOT_PATH_MAX;
import static io.millrace.ipc.ring.Descriptor.SLOT_WAKE;
import static io.millrace.ipc.ring.Descriptor.SLOT_WORD;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The slot that a producer owns: its announce, its counters, and how it and the consumer wake each other. Used by the
 * producer's thread.
 */
final class ProducerSlot {
    private final MappedMemory memory;
    private final Doorbell consumerBell;
    private final FailPoint failPoint;
    private final int index;
    private final int announceOffset;
    private final int countersOffset;
    private final int wordOffset;
    private final int wakeOffset;
    private final long word;
    private final ProcessLock process;

    private ProducerSlot(
            RingFile file, int index, long word, ProcessLock process, Doorbell consumerBell, FailPoint failPoint) {
        int offset = Descriptor.slotOffset(index);
        this.memory = file.memory;
        this.consumerBell = consumerBell;
        this.failPoint = failPoint;
        this.index = index;
        this.announceOffset = offset + SLOT_ANNOUNCE;
        this.countersOffset = offset + SLOT_COUNTERS;
        this.wordOffset = offset + SLOT_WORD;
        this.wakeOffset = offset + SLOT_WAKE;
        this.word = word;
        this.process = process;
    }

    /** Takes a FREE slot, by CAS while the process lock is held and linked. */
    static ProducerSlot take(
            RingFile file, ProcessLock process, Doorbell own, Doorbell consumerBell, FailPoint failPoint)
            throws IOException {
        byte[] bell = own == null ? new byte[0] : pathOf(file, own);
        process.retain();
        long registration = RingFile.newRegistration();
        try {
            OwnerLinks.link(file.path, registration, process);
            failPoint.reached(FailPoint.Step.LINKED);
            long word = Descriptor.slotWord(registration, Descriptor.SLOT_TAKEN);
            for (int index = 0; index < file.config.maxProducers(); index++) {
                int offset = Descriptor.slotOffset(index);
                if (file.memory.getAcquire(offset + SLOT_WORD) == SLOT_FREE) {
                    // Counted before it is taken: whoever sees a claim of this slot also looks at this slot.
                    raiseSlotsInUse(file.memory, index + 1);
                    if (file.memory.compareAndSet(offset + SLOT_WORD, SLOT_FREE, word)) {
                        failPoint.reached(FailPoint.Step.REGISTERED);
                        ProducerSlot slot = new ProducerSlot(file, index, word, process, consumerBell, failPoint);
                        slot.publishBell(offset, bell);
                        return slot;
                    }
                }
            }
            file.memory.putVolatile(Descriptor.SLOT_REQUEST_OFFSET, 1);
            consumerBell.ring();
            throw new IOException("all " + file.config.maxProducers() + " slots of " + file.path + " are taken: close"
                    + " producers or raise maxProducers; slots of the dead are free when the consumer has polled");
        } catch (IOException | RuntimeException e) {
            OwnerLinks.giveUp(file.path, registration, process, e);
            throw e;
        }
    }

    private static byte[] pathOf(RingFile file, Doorbell own) throws IOException {
        Path directory = file.path.toAbsolutePath().normalize().getParent();
        Path bell = own.path().toAbsolutePath().normalize();
        boolean related = bell.getRoot().equals(directory.getRoot());
        byte[] path = (related ? directory.relativize(bell) : bell).toString().getBytes(StandardCharsets.UTF_8);
        if (path.length > SLOT_PATH_MAX) {
            throw new IOException("the way from " + directory + " to the doorbell " + bell + " has " + path.length
                    + " bytes, the bound is " + SLOT_PATH_MAX + ": use shorter names");
        }
        return path;
    }

    private static void raiseSlotsInUse(MappedMemory memory, int count) {
        long seen = memory.getVolatile(Descriptor.SLOTS_IN_USE_OFFSET);
        while (seen < count && !memory.compareAndSet(Descriptor.SLOTS_IN_USE_OFFSET, seen, count)) {
            seen = memory.getVolatile(Descriptor.SLOTS_IN_USE_OFFSET);
        }
    }

    private void publishBell(int offset, byte[] path) {
        memory.view().put(offset + SLOT_PATH, path);
        memory.putIntRelease(offset + SLOT_PATH_LENGTH, path.length);
    }

    int index() {
        return index;
    }

    int announceOffset() {
        return announceOffset;
    }

    int countersOffset() {
        return countersOffset;
    }

    /** Asks the consumer to ring this producer's doorbell, and wakes it so that it does. */
    void requestWake() {
        memory.putRelease(wakeOffset, 1);
        memory.putVolatile(Descriptor.WAKE_REQUEST_OFFSET, 1);
        // The request is visible before the caller looks for room again. The consumer has a fence between the two as
        // well.
        MappedMemory.fullFence();
        failPoint.reached(FailPoint.Step.WAKE_REQUESTED);
        consumerBell.ring();
    }

    /** Marks the slot CLOSED; the consumer makes it FREE when it has read all claims of this producer. */
    void close() {
        memory.compareAndSet(
                wordOffset, word, Descriptor.slotWord(Descriptor.registration(word), Descriptor.SLOT_CLOSED));
        process.release();
        consumerBell.close();
    }
}
