// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ResultSubscription;
import io.millrace.api.Tuple;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * A bounded queue of results between the tasks of a bolt and one consumer. The tasks' threads offer. One thread at a
 * time takes. Any thread may do the rest.
 */
final class LocalSubscription implements ResultTarget, ResultSubscription {

    private final String name;
    private final boolean dropOldest;
    private final MpmcVarHandleArrayQueue<Tuple> queue;
    /**
     * The ports, which are replaced as a whole: a thread that has made room must find the ports that were there before.
     */
    private volatile List<? extends ResultsSource> ports = List.of();

    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final Runnable onClose;

    /** Whether a task was refused and waits for room. */
    private volatile boolean refused;

    /** The thread that waits for a tuple; null if no thread does. */
    private volatile Thread waiter;

    private volatile boolean closed;

    /** Whether the subscription has ended, so that no further tuples come. */
    private volatile boolean ended;

    LocalSubscription(String name, int capacity, boolean dropOldest, Runnable onClose) {
        this.name = name;
        this.dropOldest = dropOldest;
        this.queue = new MpmcVarHandleArrayQueue<>(Math.max(2, capacity));
        this.onClose = onClose;
    }

    // The tasks' threads

    @Override
    public boolean offer(Tuple tuple) {
        if (closed) {
            return true;
        }
        if (!queue.offer(tuple) && !makeRoomFor(tuple)) {
            return false;
        }
        wake();
        return true;
    }

    private boolean makeRoomFor(Tuple tuple) {
        if (dropOldest) {
            do {
                if (queue.poll() != null) {
                    dropped.incrementAndGet();
                }
            } while (!queue.offer(tuple));
            return true;
        }
        // The store comes before the second try: a consumer that takes a tuple afterwards sees it
        refused = true;
        return queue.offer(tuple);
    }

    private void wake() {
        // The tuple must be visible before this reads which thread waits
        VarHandle.fullFence();
        Thread thread = waiter;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    // The consumer's thread

    /** Takes a tuple; null if there is none. */
    Tuple take() {
        Tuple tuple = queue.poll();
        if (tuple != null) {
            taken.lazySet(taken.get() + 1);
            // The room must be visible before this reads whether a task was refused
            VarHandle.fullFence();
            if (refused) {
                refused = false;
                ports.forEach(ResultsSource::roomMade);
            }
        }
        return tuple;
    }

    /** Waits for a tuple. Returns null if there was none in this time, or the subscription or topology has ended. */
    Tuple take(long mostNanos) throws InterruptedException {
        long begin = System.nanoTime();
        Tuple tuple = take();
        try {
            while (tuple == null && !closed) {
                waiter = Thread.currentThread();
                boolean last = ended || closed;
                tuple = take();
                long left = mostNanos - (System.nanoTime() - begin);
                if (tuple != null || left <= 0 || last) {
                    break;
                }
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for results of '" + name + "'");
                }
                tuple = take();
            }
        } finally {
            waiter = null;
        }
        return tuple;
    }

    /** Waits until the thread is unparked, or the state changes. */
    void awaitChange() {
        waiter = Thread.currentThread();
        if (!isOver()) {
            LockSupport.park(this);
        }
        waiter = null;
    }

    void failed() {
        errors.incrementAndGet();
    }

    /** Returns whether no tuple is left and none comes. */
    boolean isOver() {
        return closed || ended && queue.isEmpty();
    }

    /** Returns whether the topology has ended. */
    boolean isEnded() {
        return ended;
    }

    // Any thread

    /** Subscribes to the ports of the tasks that are up now, instead of earlier ones. */
    void attach(List<? extends ResultsSource> next) {
        ports = next;
        next.forEach(port -> port.subscribe(this));
        if (closed) {
            next.forEach(port -> port.unsubscribe(this));
        }
    }

    /** The topology has ended. Tuples that are left may still be taken. */
    void end() {
        ended = true;
        wake();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int waiting() {
        return queue.size();
    }

    @Override
    public long droppedOldest() {
        return dropOldest ? dropped.get() : -1;
    }

    @Override
    public boolean holdsBack() {
        return !dropOldest && queue.size() >= queue.capacity();
    }

    @Override
    public long taken() {
        return taken.get();
    }

    @Override
    public long dropped() {
        return dropped.get();
    }

    @Override
    public long errors() {
        return errors.get();
    }

    @Override
    public void close() {
        closed = true;
        ports.forEach(port -> port.unsubscribe(this));
        onClose.run();
        wake();
    }
}
