// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.LockHolders;
import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What has happened in a ring since it was made. Any thread of any process may read it, each figure by itself. */
public final class RingCounters {
    private final RingFile file;
    private final MappedMemory memory;

    RingCounters(RingFile file) {
        this.file = file;
        this.memory = file.memory;
    }

    /** Opens the counters of another process's ring, read-only. */
    public static RingCounters open(Path ring) throws IOException {
        return new RingCounters(RingFile.openReadOnly(ring));
    }

    /** The rings in this directory and below it, recognised by their magic; sorted. */
    public static List<Path> find(Path directory) throws IOException {
        List<Path> rings = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (RingFile.isRing(file, attributes)) {
                    rings.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (file.equals(directory)) {
                    throw failure;
                }
                // It was deleted, or is not readable for this user.
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(rings);
        return rings;
    }

    /**
     * All counters at about one moment, with those of each producer. Asks the kernel about every owner.
     *
     * @throws IOException if the file was truncated
     */
    public RingSnapshot snapshot() throws IOException {
        try {
            LockHolders holders = LockHolders.read();
            long consumer = memory.getAcquire(Descriptor.CONSUMER_OFFSET);
            return new RingSnapshot(
                    file.config.capacityBytes(),
                    file.config.maxProducers(),
                    (long) file.config.windowCells() * Descriptor.CELL_LENGTH,
                    isClosed(),
                    OwnerLinks.isAlive(file.path, consumer),
                    pid(holders, consumer),
                    isConsumerWaiting(),
                    consumerRestarts(),
                    tail(),
                    free(),
                    usedBytes(),
                    claims(),
                    commits(),
                    aborts(),
                    bytes(),
                    fullEvents(),
                    claimRetries(),
                    messagesRead(),
                    bytesRead(),
                    windowSkips(),
                    abandoned(),
                    droppedFragmented(),
                    corruptRecords(),
                    wakeUps(),
                    probes(),
                    retiredSlots(),
                    slots(holders));
        } catch (InternalError e) {
            throw new IOException(file.truncated(e).getMessage(), e);
        }
    }

    private long pid(LockHolders holders, long word) {
        return holders.pid(file.ownerLink(Descriptor.registration(word)));
    }

    private List<SlotCounters> slots(LockHolders holders) {
        List<SlotCounters> slots = new ArrayList<>();
        for (int slot = 0; slot < file.slotsInUse(); slot++) {
            int offset = Descriptor.slotOffset(slot);
            long word = memory.getAcquire(offset + Descriptor.SLOT_WORD);
            if (word == Descriptor.SLOT_FREE) {
                continue;
            }
            boolean taken = Descriptor.slotState(word) == Descriptor.SLOT_TAKEN;
            SlotCounters.Holder holder = !taken
                    ? SlotCounters.Holder.CLOSED
                    : OwnerLinks.isAlive(file.path, word) ? SlotCounters.Holder.ALIVE : SlotCounters.Holder.DEAD;
            int counters = offset + Descriptor.SLOT_COUNTERS;
            slots.add(new SlotCounters(
                    slot,
                    RingFile.hex(Descriptor.registration(word)),
                    holder,
                    pid(holders, word),
                    memory.getAcquire(offset + Descriptor.SLOT_ANNOUNCE),
                    memory.getAcquire(counters + CounterOffsets.CLAIMS),
                    memory.getAcquire(counters + CounterOffsets.COMMITS),
                    memory.getAcquire(counters + CounterOffsets.ABORTS),
                    memory.getAcquire(counters + CounterOffsets.BYTES),
                    memory.getAcquire(counters + CounterOffsets.FULL_EVENTS),
                    memory.getAcquire(counters + CounterOffsets.CLAIM_RETRIES)));
        }
        return List.copyOf(slots);
    }

    /** Records claimed, batches and fragments included, padding not. */
    public long claims() {
        return producers(CounterOffsets.CLAIMS);
    }

    public long commits() {
        return producers(CounterOffsets.COMMITS);
    }

    public long aborts() {
        return producers(CounterOffsets.ABORTS);
    }

    /** Bytes of committed messages. */
    public long bytes() {
        return producers(CounterOffsets.BYTES);
    }

    /** How often a claim found no room. */
    public long fullEvents() {
        return producers(CounterOffsets.FULL_EVENTS);
    }

    /** How often a producer lost a position to another one. */
    public long claimRetries() {
        return producers(CounterOffsets.CLAIM_RETRIES);
    }

    public long messagesRead() {
        return memory.getAcquire(CounterOffsets.MESSAGES_READ);
    }

    public long bytesRead() {
        return memory.getAcquire(CounterOffsets.BYTES_READ);
    }

    /** Claims that the consumer passed over because they were being written. */
    public long windowSkips() {
        return memory.getAcquire(CounterOffsets.WINDOW_SKIPS);
    }

    /** Claims of dead producers that were abandoned. */
    public long abandoned() {
        return memory.getAcquire(CounterOffsets.ABANDONED_RECORDS) + memory.getAcquire(CounterOffsets.ABANDONED_HOLES);
    }

    /** Messages in fragments of which a part is missing because a process died or gave up. */
    public long droppedFragmented() {
        return memory.getAcquire(CounterOffsets.DROPPED_FRAGMENTED);
    }

    public long corruptRecords() {
        return memory.getAcquire(CounterOffsets.CORRUPT_RECORDS);
    }

    /** How often a blocked producer's doorbell was rung. */
    public long wakeUps() {
        return memory.getAcquire(CounterOffsets.WAKE_UPS);
    }

    /** How often the kernel was asked whether a producer lives. */
    public long probes() {
        return memory.getAcquire(CounterOffsets.PROBES);
    }

    public long retiredSlots() {
        return memory.getAcquire(CounterOffsets.RETIRED_SLOTS);
    }

    public long consumerRestarts() {
        return memory.getAcquire(CounterOffsets.CONSUMER_RESTARTS);
    }

    /** Position up to which cells are claimed. */
    public long tail() {
        return memory.getAcquire(Descriptor.TAIL_OFFSET);
    }

    /** Position up to which cells are freed. */
    public long free() {
        return memory.getAcquire(Descriptor.FREE_OFFSET);
    }

    /** Bytes between {@link #free} and {@link #tail}. */
    public long usedBytes() {
        long begin = free();
        return Math.max(0, tail() - begin) * Descriptor.CELL_LENGTH;
    }

    /** Slots that are not free. */
    public int producers() {
        int taken = 0;
        for (int slot = 0; slot < file.slotsInUse(); slot++) {
            if (memory.getAcquire(Descriptor.slotOffset(slot) + Descriptor.SLOT_WORD) != Descriptor.SLOT_FREE) {
                taken++;
            }
        }
        return taken;
    }

    /** Whether the consumer sleeps at its doorbell, or is about to. */
    public boolean isConsumerWaiting() {
        return Doorbells.isWaiting(memory, file.path);
    }

    /** Whether the consumer closed the ring, or another ring replaced it. */
    public boolean isClosed() {
        return file.isClosed();
    }

    private long producers(int counter) {
        long sum = memory.getAcquire(CounterOffsets.CLOSED_PRODUCERS + counter);
        for (int slot = 0; slot < file.slotsInUse(); slot++) {
            sum += memory.getAcquire(Descriptor.slotOffset(slot) + Descriptor.SLOT_COUNTERS + counter);
        }
        return sum;
    }

    @Override
    public String toString() {
        return "tail=" + tail() + " free=" + free() + " used=" + usedBytes() + " producers=" + producers() + " claims="
                + claims() + " commits=" + commits() + " aborts=" + aborts() + " bytes=" + bytes() + " full="
                + fullEvents() + " retries=" + claimRetries() + " read=" + messagesRead() + " bytesRead=" + bytesRead()
                + " skips=" + windowSkips() + " abandoned=" + abandoned() + " dropped=" + droppedFragmented()
                + " corrupt=" + corruptRecords() + " wakeUps=" + wakeUps() + " probes=" + probes() + " retired="
                + retiredSlots() + " restarts=" + consumerRestarts();
    }
}
