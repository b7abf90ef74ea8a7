// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

import io.millrace.runtime.ledger.TreeListener.Cause;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The pending trees of one spout task. Confined to the thread of the task's executor.
 *
 * <p>Trees are kept in slots that the root's id names, so no hash table is needed. The slots in use form a list in the
 * order of time-out: by emission, or by the last restart of the time-out. So finding the trees that are due costs
 * nothing per tree.
 */
public final class Ledger {

    private static final int NONE = -1;
    private static final int FIRST_SLOTS = 64;
    private static final int SEVERAL = -1;

    private final int task;
    private final long timeoutNanos;
    private final TreeListener listener;
    private final int firstGeneration;

    private long[] roots = {};
    private long[] xors = {};
    private long[] deadlines = {};
    private Object[] messageIds = {};
    private int[] bytes = {};
    private int[] newer = {};
    private int[] older = {};

    /**
     * The task to which a tuple of each tree was sent by a token; 0 for none, {@link #SEVERAL}. Empty if none ever was.
     */
    private int[] sentTo = {};

    private int oldest = NONE;
    private int newest = NONE;
    private int free = NONE;
    private int pending;
    private long pendingBytes;

    /** @param firstGeneration random number; see {@link RootIds} */
    public Ledger(int task, long timeoutNanos, int firstGeneration, TreeListener listener) {
        if (task < 1 || task > RootIds.MAX_TASK) {
            throw new IllegalArgumentException(
                    "task id is " + task + ": a topology has at most " + RootIds.MAX_TASK + " tasks");
        }
        this.task = task;
        this.timeoutNanos = timeoutNanos;
        this.firstGeneration = firstGeneration;
        this.listener = listener;
    }

    /** Registers a tree whose first edges are about to be made. {@link #close} must follow before any other call. */
    public long open(Object messageId, long now) {
        if (free == NONE) {
            grow();
        }
        int slot = free;
        free = newer[slot];
        messageIds[slot] = messageId;
        append(slot, now);
        pending++;
        return roots[slot];
    }

    /** Sets the XOR of the edges with which the tree begins. A tree without edges is complete at once. */
    public void close(long root, long edges) {
        int slot = RootIds.slot(root);
        xors[slot] = edges;
        if (edges == 0) {
            settle(slot, null);
        }
    }

    /** Counts the bytes of the values with which a pending tree begins, until it ends. */
    public void weigh(long root, int valueBytes) {
        int slot = RootIds.slot(root);
        pendingBytes += valueBytes - bytes[slot];
        bytes[slot] = valueBytes;
    }

    /** A tuple of a tree is sent to a task that has given a token. */
    public void sent(long root, int target) {
        int slot = find(root);
        if (slot == NONE) {
            return;
        }
        if (sentTo.length < roots.length) {
            sentTo = Arrays.copyOf(sentTo, roots.length);
        }
        sentTo[slot] = sentTo[slot] == 0 || sentTo[slot] == target ? target : SEVERAL;
    }

    /** Some of a tree's edges were made or acked. */
    public void ack(long root, long edges) {
        int slot = find(root);
        if (slot == NONE) {
            return;
        }
        xors[slot] ^= edges;
        if (xors[slot] == 0) {
            settle(slot, null);
        }
    }

    public void fail(long root) {
        int slot = find(root);
        if (slot == NONE) {
            return;
        }
        settle(slot, Cause.FAILED);
    }

    /** Returns the message id of a pending tree, or null. */
    public Object messageId(long root) {
        int slot = find(root);
        return slot == NONE ? null : messageIds[slot];
    }

    /** Restarts the time-out of a tree. */
    public void renew(long root, long now) {
        int slot = find(root);
        if (slot != NONE) {
            renew(slot, now);
        }
    }

    /** Restarts the time-out of all pending trees with this id. Looks at each pending tree. */
    public void renewAll(Object messageId, long now) {
        int last = newest;
        int slot = oldest;
        while (slot != NONE) {
            int next = slot == last ? NONE : newer[slot];
            if (messageId.equals(messageIds[slot])) {
                renew(slot, now);
            }
            slot = next;
        }
    }

    private void renew(int slot, long now) {
        unlink(slot);
        append(slot, now);
    }

    /** Fails the trees whose time-out has passed. */
    public int expire(long now) {
        int expired = 0;
        while (oldest != NONE && deadlines[oldest] - now <= 0) {
            settle(oldest, Cause.TIMED_OUT);
            expired++;
        }
        return expired;
    }

    /** Fails all trees. */
    public void failAll(Cause cause) {
        while (oldest != NONE) {
            settle(oldest, cause);
        }
    }

    /**
     * Fails all trees but those whose pending edges are all among the given ones.
     *
     * @param kept edges, by root, that are known to be pending
     */
    public void failAll(Cause cause, AckBuffer kept) {
        fail(cause, kept, slot -> true);
    }

    /**
     * Fails the trees of which a tuple {@linkplain #sent was sent} to one of these tasks, but those whose pending edges
     * are all among the given ones.
     *
     * @param to predicate of these tasks
     */
    public void failSent(Cause cause, AckBuffer kept, IntPredicate to) {
        fail(cause, kept, slot -> wasSent(slot) && (sentTo[slot] == SEVERAL || to.test(sentTo[slot])));
    }

    private boolean wasSent(int slot) {
        return slot < sentTo.length && sentTo[slot] != 0;
    }

    private void fail(Cause cause, AckBuffer kept, IntPredicate which) {
        int last = newest;
        int slot = oldest;
        while (slot != NONE) {
            int next = slot == last ? NONE : newer[slot];
            if (kept.edgesOf(roots[slot]) != xors[slot] && which.test(slot)) {
                settle(slot, cause);
            }
            slot = next;
        }
    }

    public int pending() {
        return pending;
    }

    /** Returns the bytes of the pending trees that were {@linkplain #weigh weighed}. */
    public long pendingBytes() {
        return pendingBytes;
    }

    /** Returns when the oldest tree times out; {@link Long#MAX_VALUE} if no tree is pending. */
    public long nextDeadline() {
        return oldest == NONE ? Long.MAX_VALUE : deadlines[oldest];
    }

    private int find(long root) {
        int slot = RootIds.slot(root);
        // A free slot holds its next root, which only an earlier start of the task can have used
        return slot < roots.length && roots[slot] == root && inUse(slot) ? slot : NONE;
    }

    private boolean inUse(int slot) {
        return slot == oldest || older[slot] != NONE;
    }

    private void append(int slot, long now) {
        deadlines[slot] = now + timeoutNanos;
        newer[slot] = NONE;
        older[slot] = newest;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
    }

    private void unlink(int slot) {
        int before = older[slot];
        int after = newer[slot];
        if (before == NONE) {
            oldest = after;
        } else {
            newer[before] = after;
        }
        if (after == NONE) {
            newest = before;
        } else {
            older[after] = before;
        }
    }

    /** @param failure null if the tree is complete */
    private void settle(int slot, Cause failure) {
        Object messageId = messageIds[slot];
        unlink(slot);
        messageIds[slot] = null;
        older[slot] = NONE;
        newer[slot] = free;
        free = slot;
        roots[slot] = RootIds.next(roots[slot]);
        pending--;
        if (slot < sentTo.length) {
            sentTo[slot] = 0;
        }
        if (pendingBytes != 0) {
            pendingBytes -= bytes[slot];
            bytes[slot] = 0;
        }
        if (failure == null) {
            listener.acked(messageId);
        } else {
            listener.failed(messageId, failure);
        }
    }

    private void grow() {
        int had = roots.length;
        if (had == RootIds.MAX_SLOTS) {
            throw new IllegalStateException(
                    "spout task " + task + " has " + had + " trees under way: lower topology.max.spout.pending");
        }
        int size = had == 0 ? FIRST_SLOTS : had * 2;
        roots = Arrays.copyOf(roots, size);
        xors = Arrays.copyOf(xors, size);
        deadlines = Arrays.copyOf(deadlines, size);
        messageIds = Arrays.copyOf(messageIds, size);
        bytes = Arrays.copyOf(bytes, size);
        newer = Arrays.copyOf(newer, size);
        older = Arrays.copyOf(older, size);
        for (int slot = size - 1; slot >= had; slot--) {
            roots[slot] = RootIds.of(task, firstGeneration, slot);
            older[slot] = NONE;
            newer[slot] = free;
            free = slot;
        }
    }
}
