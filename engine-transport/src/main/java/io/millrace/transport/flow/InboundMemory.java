// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bound of the bytes that all channels of one transport hold or may still receive. A channel's part is {@code limit
 * - consumed}. The minimum window belongs to the channel, so that no channel starves whatever the others hold; the rest
 * is taken from this bound. Any thread may call; lock-free.
 *
 * <p>A channel may take up to half of the memory that it leaves free (dynamic thresholds, Choudhury and Hahne, 1998). A
 * channel that is alone gets a third of the bound; however many channels are stuck, memory is left for one that is not.
 * The sum stays below the bound as long as the minimum windows fit in it. A message that arrives in fragments and has
 * no memory for the next fragment may exceed the bound, one message at a time. Otherwise several of them could wait for
 * each other for ever.
 */
public final class InboundMemory {

    /** The divisor of the free memory that a channel may take: x = (free - x) / 2. */
    private static final int SHARES = 3;

    private final long boundBytes;
    private final long leastBytes;
    private final AtomicInteger channels = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong orphaned = new AtomicLong();
    /** The channels that cannot go on, in the order of their {@link #tryOverdraw}; the first may overdraw. */
    private final Queue<Object> stuck = new ConcurrentLinkedQueue<>();

    InboundMemory(long boundBytes, long leastBytes) {
        this.boundBytes = boundBytes;
        this.leastBytes = leastBytes;
    }

    void open() {
        channels.incrementAndGet();
    }

    /**
     * Gives back the part {@code had} of a channel that has gone; the handler still holds {@code heldBytes} of its
     * messages.
     */
    void close(long had, long heldBytes) {
        orphaned.addAndGet(heldBytes);
        taken.addAndGet(heldBytes - had);
        channels.decrementAndGet();
    }

    /** Gives back bytes of a closed channel that the handler has released. */
    void releaseOrphan(long bytes) {
        taken.addAndGet(-bytes);
        orphaned.addAndGet(-bytes);
    }

    /**
     * Exchanges the part {@code had} of a channel, which needs at least {@code needed}, as it has granted that already,
     * and wants {@code wanted}. Returns its part from now on.
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

    /** Takes memory without regard to the bound, for the channel that may overdraw. Returns its part from now on. */
    long force(long had, long wanted) {
        taken.addAndGet(wanted - had);
        return wanted;
    }

    /**
     * Reserves memory for bytes that a sender has announced and not sent yet, if they are at most a third of the free
     * memory. {@link #giveReserved} gives it back as the bytes arrive, since credit covers them then.
     *
     * @return false if there is too little: then memory may only grow as bytes arrive
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

    /**
     * Whether a channel that cannot go on may exceed the bound; such a channel asks until it may. False while the bound
     * is exceeded.
     */
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

    /**
     * Whether another connection may be accepted: false while half of the memory is held for connections that are gone.
     */
    public boolean admits() {
        return orphaned.get() <= boundBytes / 2;
    }

    /** The bytes that are held or may be received, the minimum windows of all channels included. */
    public long usedBytes() {
        return channels.get() * leastBytes + taken.get();
    }
}
