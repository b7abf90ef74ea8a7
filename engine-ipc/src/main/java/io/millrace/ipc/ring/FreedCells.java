// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.Descriptor.FREE_OFFSET;
import static io.millrace.ipc.ring.Descriptor.READ_OFFSET;

import io.millrace.ipc.memory.MappedMemory;

/**
 * What a consumer has read, and what of it producers may overwrite. That is less while records are retained, and it is
 * published in steps. Used by the consumer's thread.
 */
final class FreedCells {
    /** Within a poll, free is published whenever this fraction is read, for producers that wait for room. */
    private static final int FREED_PART = 16;

    private final RingFile file;
    private final MappedMemory memory;
    private final RetainedRecords retained;
    private final int stepCells;

    /** All before it is read. It belongs to producers as soon as it is published, unless records before it are held. */
    private long free;

    private long published;

    /** The published position when this thread last checked which producers wait for room. */
    private long checked;

    FreedCells(RingFile file) {
        this.file = file;
        this.memory = file.memory;
        this.retained = new RetainedRecords(file.cells);
        this.stepCells = file.cells / FREED_PART;
        this.published = memory.getAcquire(FREE_OFFSET);
        this.checked = published;
        // A consumer that died may have read more than it had published.
        this.free = Math.max(published, memory.getAcquire(READ_OFFSET));
    }

    long free() {
        return free;
    }

    long published() {
        return published;
    }

    RetainedRecord retain(long position, Runnable moveOut) {
        return retained.add(position, moveOut);
    }

    /** All before this position is read. */
    void advance(long position) {
        long firstLap = free >>> file.lapShift;
        long lastLap = position - 1 >>> file.lapShift;
        if (isClearing(firstLap) || isClearing(lastLap)) {
            clearLeftovers(free, position);
        }
        free = position;
        // After the handler: the next consumer begins here. No producer loads this word, so the store is cheap.
        memory.putRelease(READ_OFFSET, position);
        if (position - published >= stepCells) {
            publish();
        }
    }

    private void publish() {
        long overwritable = retained.overwritableUpTo(free);
        if (overwritable > published) {
            published = overwritable;
            // After the handler and after READ: producers overwrite what is freed.
            memory.putRelease(FREE_OFFSET, overwritable);
        }
    }

    /** Publishes all, so that the caller can look next which producers wait for room. */
    void endPoll() {
        if (free != published) {
            publish();
        }
        if (published != checked) {
            checked = published;
            // Free is visible before the requests are loaded; a producer has a fence between its request and free.
            MappedMemory.fullFence();
        }
    }

    private static boolean isClearing(long lap) {
        return (lap & Descriptor.LAPS_BETWEEN_CLEARING - 1) == 0;
    }

    private void clearLeftovers(long from, long to) {
        for (long position = from; position < to; position++) {
            if (!file.isDescribed(file.descriptorAcquire(position), position)) {
                memory.putPlain(file.descriptorOffset(position), 0);
            }
        }
    }
}
