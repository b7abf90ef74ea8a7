// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.ipc.doorbell.Doorbell;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * The port by which other threads hand tuples to one task of a fed spout. An element is an {@code Object[]} of an
 * untracked tuple, or a {@link FeedRequest}. Offers have a bounded queue. Requests that are asked have another queue,
 * which their senders bound.
 */
public final class FeedPort implements FeedTarget {

    private static final int CHUNK = 1024;

    private final MpscVarHandleArrayQueue<Object> offers;
    private final MpscUnboundedVarHandleArrayQueue<FeedRequest<?>> asked =
            new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    /** Elements that other tasks have had and have not finished. The other tasks have bounded them. */
    private final ConcurrentLinkedQueue<Object> again = new ConcurrentLinkedQueue<>();

    private final ConcurrentLinkedQueue<Thread> awaiting = new ConcurrentLinkedQueue<>();
    private final Doorbell bell;
    private volatile boolean awaited;
    private volatile boolean closed;

    /** The consumer of untracked tuples that are left once the task is closed. */
    private volatile Consumer<Object[]> heir = values -> {};

    /** @param bell doorbell of the executor that runs the task */
    FeedPort(int capacity, Doorbell bell) {
        this.offers = new MpscVarHandleArrayQueue<>(capacity);
        this.bell = bell;
    }

    // Any thread

    @Override
    public void heir(Consumer<Object[]> next) {
        heir = next;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean offer(Object element) {
        if (closed || !offers.offer(element)) {
            return false;
        }
        wake();
        return true;
    }

    @Override
    public boolean ask(FeedRequest<?> request) {
        if (closed) {
            return false;
        }
        request.queued();
        asked.offer(request);
        wake();
        return true;
    }

    @Override
    public boolean again(Object element) {
        if (closed) {
            return false;
        }
        again.add(element);
        wake();
        return true;
    }

    private void wake() {
        bell.ring();
        if (closed) {
            drain();
        }
    }

    @Override
    public void awaitRoom(long mostNanos) {
        Thread thread = Thread.currentThread();
        awaiting.add(thread);
        awaited = true;
        // A closed port is replaced soon
        if (closed || offers.size() >= offers.capacity()) {
            LockSupport.parkNanos(this, mostNanos);
        }
        awaiting.remove(thread);
    }

    // The task's thread

    boolean isEmpty() {
        return offers.isEmpty() && asked.isEmpty() && again.isEmpty();
    }

    /** Takes the next element, requests that are asked first. Returns null if there is none. */
    Object poll() {
        FeedRequest<?> request = asked.poll();
        if (request != null) {
            return request;
        }
        Object earlier = again.poll();
        if (earlier != null) {
            return earlier;
        }
        Object offered = offers.poll();
        if (awaited && offers.size() <= offers.capacity() / 2) {
            awaited = false;
            awaiting.forEach(LockSupport::unpark);
        }
        return offered;
    }

    /** Returns the asked request that has waited longest, without taking it. */
    FeedRequest<?> oldestAsked() {
        return asked.peek();
    }

    /** Takes the request that {@link #oldestAsked} returned. */
    void removeOldestAsked() {
        asked.poll();
    }

    /** Closes the port. The heir gets the elements that are left, also those that come at this moment. */
    void close() {
        closed = true;
        drain();
        awaiting.forEach(LockSupport::unpark);
    }

    /**
     * Hands all elements to the heir. Called by a thread that finds the port closed: the task does not poll any more.
     */
    private void drain() {
        List<Object> left = new ArrayList<>();
        synchronized (this) {
            for (Object next = poll(); next != null; next = poll()) {
                left.add(next);
            }
        }
        for (Object next : left) {
            if (next instanceof FeedRequest<?> request) {
                request.orphan();
            } else {
                heir.accept((Object[]) next);
            }
        }
    }
}
