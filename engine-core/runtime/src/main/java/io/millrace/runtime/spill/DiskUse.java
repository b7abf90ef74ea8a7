package io.millrace.runtime.spill;

/** What the segments of all queues of a worker take of {@code topology.queue.disk}. Used by the disk's thread; others read what is taken. */
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
