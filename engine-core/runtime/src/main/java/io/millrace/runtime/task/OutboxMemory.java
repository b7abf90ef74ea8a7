// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what the outboxes of a worker hold together, in bytes as the codec would write them. Half of the bound is
 * divided among the tasks, so that no task is refused because of what others hold; the other half is for tasks that
 * need more. The first tuple of an outbox has room in any case, so each component can go on. Any thread.
 */
final class OutboxMemory {

    private final long mostBytes;
    private final long shareBytes;
    private final long commonBytes;

    /** The bytes taken of the common half; they exceed it while first tuples do. */
    private final AtomicLong taken = new AtomicLong();

    /** @param tasks number of the worker's tasks */
    OutboxMemory(long mostBytes, int tasks) {
        this.mostBytes = mostBytes;
        this.shareBytes = mostBytes / 2 / Math.max(1, tasks);
        this.commonBytes = mostBytes - mostBytes / 2;
    }

    /**
     * An outbox that holds {@code before} bytes takes room for its first tuple.
     *
     * @return bytes that the outbox holds now
     */
    long force(long before, long bytes) {
        taken.addAndGet(aboveShare(before + bytes) - aboveShare(before));
        return before + bytes;
    }

    /**
     * An outbox that holds {@code before} bytes takes room for another tuple.
     *
     * @return bytes that the outbox holds now
     * @throws IllegalStateException if there is no room
     */
    long take(long before, long bytes) {
        long after = before + bytes;
        long more = aboveShare(after) - aboveShare(before);
        if (more > 0) {
            long now = taken.addAndGet(more);
            if (now > commonBytes) {
                taken.addAndGet(-more);
                throw new IllegalStateException(
                        "one call emits more than there is room for: the outbox of its task holds "
                                + Units.bytes(before) + ", and another tuple of " + Units.bytes(bytes)
                                + " would exceed its part of " + TopologyKeys.OUTBOX_BYTES.name() + " ("
                                + Units.bytes(mostBytes) + "), of which " + Units.bytes(shareBytes)
                                + " are its own and half is common to all tasks of the worker: emit less in one call, or raise it");
            }
        }
        return after;
    }

    /** Returns whether an outbox that holds {@code before} bytes would get room for another tuple. */
    boolean hasRoomFor(long before, long bytes) {
        long more = aboveShare(before + bytes) - aboveShare(before);
        return more == 0 || taken.get() + more <= commonBytes;
    }

    /**
     * An outbox that holds {@code before} bytes gives some back.
     *
     * @return bytes that the outbox holds now
     */
    long give(long before, long bytes) {
        long after = before - bytes;
        long less = aboveShare(before) - aboveShare(after);
        if (less > 0) {
            taken.addAndGet(-less);
        }
        return after;
    }

    private long aboveShare(long bytes) {
        return Math.max(0, bytes - shareBytes);
    }

    /** Returns the bytes taken of the common half. */
    long takenBytes() {
        return taken.get();
    }
}
