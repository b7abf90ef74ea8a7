// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

/**
 * The bytes of {@code topology.queue.disk} that the segments of all queues of a worker take. Used by the disk's thread;
 * other threads read the number of taken bytes.
 */
final class DiskUse {

    private final long limit;
    private volatile long taken;

    DiskUse(long limit) {
        this.limit = limit;
    }

    long limit() {
        return limit;
    }

    long taken() {
        return taken;
    }

    boolean hasRoom(long bytes) {
        return taken + bytes <= limit;
    }

    /** Takes bytes, or gives them back if the number is negative. */
    void add(long bytes) {
        long before = taken;
        taken = before + bytes;
    }
}
