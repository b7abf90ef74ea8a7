package io.millrace.ipc.ring;

import io.millrace.ipc.memory.MappedMemory;
import java.io.IOException;
import java.nio.file.Path;

/** What has happened in a ring since it was made; read by any thread of any process while it runs, each figure by itself. */
public final class RingCounters {
    private final RingFile file;
    private final MappedMemory memory;

    RingCounters(RingFile file) {
        this.file = file;
        this.memory = file.memory;
    }

    /** Reads those of somebody else's ring, without disturbing it. */
    public static RingCounters open(Path ring) throws IOException {
        return new RingCounters(RingFile.openReadOnly(ring));
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

    /** Claims of dead producers: not committed, or not even described. */
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

    /** Blocked producers rung. */
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

    /** Position up to which cells are free again. */
    public long free() {
        return memory.getAcquire(Descriptor.FREE_OFFSET);
    }

    /** Bytes between the two, as of about now. */
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

    public boolean isClosed() {
        return file.isClosed();
    }

    public RingConfig config() {
        return file.config;
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
