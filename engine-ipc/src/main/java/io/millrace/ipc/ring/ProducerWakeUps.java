// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.SLOT_PATH;
import static io.millrace.ipc.ring.Descriptor.SLOT_PATH_LENGTH;
import static io.millrace.ipc.ring.Descriptor.SLOT_PATH_MAX;
import static io.millrace.ipc.ring.Descriptor.SLOT_WAKE;
import static io.millrace.ipc.ring.Descriptor.SLOT_WORD;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rings the doorbells of producers that are blocked. Used by the consumer's thread. */
final class ProducerWakeUps {
    private static final Logger LOG = LoggerFactory.getLogger(ProducerWakeUps.class);

    private final RingFile file;
    private final MappedMemory memory;
    private final FailPoint failPoint;
    private final Counter wakeUps;

    // Per slot: the doorbell of the owner, and the slot word for which it was opened.
    private final Doorbell[] bells;
    private final long[] bellWords;

    /** The free position at the last wake-up: producers that asked later have seen it themselves. */
    private long freeWhenRung = Descriptor.NO_POSITION;

    ProducerWakeUps(RingFile file, FailPoint failPoint) {
        this.file = file;
        this.memory = file.memory;
        this.failPoint = failPoint;
        this.wakeUps = new Counter(memory, CounterOffsets.WAKE_UPS);
        this.bells = new Doorbell[file.config.maxProducers()];
        this.bellWords = new long[bells.length];
    }

    /**
     * Called at the end of a poll, after a fence behind the store of free. Producers are woken when a quarter of the
     * ring is free, or the poll found nothing. If each message that is read woke them, they would run for one message
     * each.
     */
    void afterPoll(long free, boolean idle) {
        if (free == freeWhenRung || memory.getAcquire(Descriptor.WAKE_REQUEST_OFFSET) == 0) {
            return;
        }
        long used = memory.getAcquire(Descriptor.TAIL_OFFSET) - free;
        if (idle || used <= file.cells - (file.cells >> 2)) {
            freeWhenRung = free;
            ringAll();
        }
    }

    /** Rings all: a consumer that died may have taken a request without ringing. A needless wake-up does no harm. */
    void afterTakeOver() {
        int count = file.slotsInUse();
        for (int slot = 0; slot < count; slot++) {
            ring(slot, Descriptor.slotOffset(slot));
        }
    }

    void afterFlagCleared() {
        MappedMemory.fullFence();
        if (memory.getAcquire(Descriptor.WAKE_REQUEST_OFFSET) != 0) {
            ringAll();
        }
    }

    void ringAll() {
        // Cleared first: a later request is seen in the loop, or stays set.
        memory.putVolatile(Descriptor.WAKE_REQUEST_OFFSET, 0);
        int count = file.slotsInUse();
        for (int slot = 0; slot < count; slot++) {
            int offset = Descriptor.slotOffset(slot);
            if (memory.getVolatile(offset + SLOT_WAKE) != 0) {
                memory.putVolatile(offset + SLOT_WAKE, 0);
                failPoint.reached(FailPoint.Step.WAKE_TAKEN);
                ring(slot, offset);
            }
        }
    }

    private void ring(int slot, int offset) {
        try {
            Doorbell bell = bellOf(slot, offset);
            if (bell != null) {
                bell.ring();
                wakeUps.add(1);
            }
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            // The producer is gone, with its directory.
            LOG.debug("cannot wake the producer in slot {} of {}", slot, file.path, e);
        }
    }

    private Doorbell bellOf(int slot, int offset) throws IOException {
        long word = memory.getAcquire(offset + SLOT_WORD);
        if (bellWords[slot] != word) {
            close(slot);
            int length = memory.getIntPlain(offset + SLOT_PATH_LENGTH);
            // The length is stored after the path, and loaded before it.
            MappedMemory.fullFence();
            if (length > 0 && length <= SLOT_PATH_MAX) {
                byte[] path = new byte[length];
                memory.view().get(offset + SLOT_PATH, path);
                Path directory = file.path.toAbsolutePath().getParent();
                bells[slot] = Doorbells.open(directory
                        .resolve(new String(path, StandardCharsets.UTF_8))
                        .normalize());
                // Not sooner: the owner may not have written the path of its doorbell yet.
                bellWords[slot] = word;
            }
        }
        return bells[slot];
    }

    private void close(int slot) {
        bellWords[slot] = 0;
        if (bells[slot] != null) {
            bells[slot].close();
            bells[slot] = null;
        }
    }

    void close() {
        for (int slot = 0; slot < bells.length; slot++) {
            close(slot);
        }
    }
}
