package io.millrace.transport.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all channels of all peers of one transport may have promised or hold together. A channel's part is
 * {@code limit - consumed}: what it holds and what may still come. The least window is every channel's own; what is above
 * it is taken from here, so that no channel starves whatever the others hold. Any thread, lock-free.
 *
 * <p>A channel may take up to half as much as it would leave free (dynamic thresholds, Choudhury and Hahne, 1998): alone it
 * gets a third of the bound, and however many are stuck, something is left for one that is not. So the sum stays below
 * the bound as long as the least windows fit in it. A message that is arriving in fragments and could not go on for want
 * of memory may overdraw, one at a time, or several of them could wait for each other for ever.
 */
public final class InboundMemory {

    /** Own share of what is free: x = (free - x) / 2. */
    private static final int SHARES = 3;

    private final long boundBytes;
    private final long leastBytes;
    private final AtomicInteger channels = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong orphaned = new AtomicLong();
    /** Channels that cannot go on, in the order in which they said so; the first may overdraw. */
    private final Queue<Object> stuck = new ConcurrentLinkedQueue<>();

    InboundMemory(long boundBytes, long leastBytes) {
        this.boundBytes = boundBytes;
        this.leastBytes = leastBytes;
    }

    void open() {
        channels.incrementAndGet();
    }

    /** A channel is gone that had taken {@code had}; {@code heldBytes} of its messages are still in a handler's hands. */
    void close(long had, long heldBytes) {
        orphaned.addAndGet(heldBytes);
        taken.addAndGet(heldBytes - had);
        channels.decrementAndGet();
    }

    /** Of what a channel left behind, so many bytes were released. */
    void releaseOrphan(long bytes) {
        taken.addAndGet(-bytes);
        orphaned.addAndGet(-bytes);
    }

    /**
     * A channel that had taken {@code had} cannot do with less than {@code needed}, which it has promised already, and
     * wants {@code wanted}. Says what it has now.
     */
    long exchange(long had, long needed, long wanted) {
        while (true) {
            long before = taken.get();
            long others = before - had;
            long free = free(others);
            long next = Math.max(needed, Math.min(wanted, Math.max(0, free / SHARES)));
            if (taken.compareAndSet(before, others + next)) {
                return next;
            }
        }
    }

    /** Takes whatever the bound says: for the one that may overdraw. */
    long force(long had, long wanted) {
        taken.addAndGet(wanted - had);
        return wanted;
    }

    /** Called again and again by a channel that cannot go on, until it may. Not while what the last one overdrew is held. */
    boolean tryOverdraw(Object channel, boolean queued) {
        if (!queued) {
            stuck.add(channel);
        }
        return stuck.peek() == channel && free(taken.get()) >= 0;
    }

    /** The channel got what it needed, or is gone. */
    void leave(Object channel) {
        stuck.remove(channel);
    }

    private long free(long takenBytes) {
        return boundBytes - channels.get() * leastBytes - takenBytes;
    }

    /** Held for connections that are gone. */
    public long orphanedBytes() {
        return orphaned.get();
    }

    /** Whether another connection is welcome: not while half of the memory is held for connections that are gone. */
    public boolean admits() {
        return orphaned.get() <= boundBytes / 2;
    }

    /** What is held or may come, the least windows of all channels included. */
    public long usedBytes() {
        return channels.get() * leastBytes + taken.get();
    }
}
