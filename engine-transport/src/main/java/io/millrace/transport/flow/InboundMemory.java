package io.millrace.transport.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bound of what all channels of one transport hold or may still receive together. A channel's part is {@code limit - consumed}. The minimum window belongs to the channel, so that no channel starves whatever the others hold; what is above it is taken from here. Any thread, lock-free.
 *
 * <p>A channel may take up to half of what it leaves free (dynamic thresholds, Choudhury and Hahne, 1998). A channel that is alone gets a third of the bound, and however many are stuck, something is left for one that is not. The sum stays below the bound as long as the minimum windows fit in it. A message that arrives in fragments and has no memory for the next one may exceed the bound, one message at a time. Otherwise several of them could wait for each other for ever.
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

    /** A channel is gone that had taken {@code had}; the handler still holds {@code heldBytes} of its messages. */
    void close(long had, long heldBytes) {
        orphaned.addAndGet(heldBytes);
        taken.addAndGet(heldBytes - had);
        channels.decrementAndGet();
    }

    /** This much of what a closed channel left behind was released. */
    void releaseOrphan(long bytes) {
        taken.addAndGet(-bytes);
        orphaned.addAndGet(-bytes);
    }

    /**
     * A channel that had taken {@code had} needs at least {@code needed}, which it has granted already, and wants {@code wanted}. Returns what it has now.
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

    /** Takes without regard to the bound, for the channel that may overdraw. */
    long force(long had, long wanted) {
        taken.addAndGet(wanted - had);
        return wanted;
    }

    /**
     * Takes memory for what a sender has announced and not sent yet, if it is a third of what is free or less. It is given back by {@link #giveReserved} as it comes, since credit
     * covers that.
     *
     * @return false if there is none: then memory may only grow with what comes
     */
    boolean tryReserve(long bytes) {
        while (true) {
            long before = taken.get();
            if (bytes > free(before) / SHARES) {
                return false;
            }
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
    }

    void giveReserved(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Called by a channel that cannot go on, until it may. False while the bound is exceeded. */
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

    /** Bytes that are held for connections that are gone. */
    public long orphanedBytes() {
        return orphaned.get();
    }

    /** Whether another connection may be accepted: false while half of the memory is held for connections that are gone. */
    public boolean admits() {
        return orphaned.get() <= boundBytes / 2;
    }

    /** What is held or may be received, the minimum windows of all channels included. */
    public long usedBytes() {
        return channels.get() * leastBytes + taken.get();
    }
}
