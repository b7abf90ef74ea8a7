// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.FeedTarget;
import io.millrace.runtime.tuple.ServiceMessage.Flags;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The way to a task of a fed spout in another process. A window bounds the tuples that were not taken there. */
final class RemoteFeed implements FeedTarget {

    private static final long LONGEST_PARK_NANOS = 100_000;

    private final ExecutorLink link;
    private final int task;
    private final int window;
    private final AtomicLong sent = new AtomicLong();
    private volatile long taken;

    /** Whether an untracked tuple was offered, which is not repeated if it is lost. */
    private volatile boolean untracked;

    private volatile Consumer<Object[]> heir = values -> {};

    RemoteFeed(ExecutorLink link, int task, int window) {
        this.link = link;
        this.task = task;
        this.window = window;
        link.fedBy(task, this);
    }

    ExecutorLink link() {
        return link;
    }

    @Override
    public boolean isOpen() {
        return link.isOpen();
    }

    @Override
    public boolean offer(Object element) {
        long before;
        do {
            before = sent.get();
            if (before - taken >= window) {
                return false;
            }
        } while (!sent.compareAndSet(before, before + 1));
        return send(element);
    }

    @Override
    public boolean ask(FeedRequest<?> request) {
        return link.ask(task, request, flags(request) | Flags.ASKED);
    }

    @Override
    public boolean again(Object element) {
        sent.incrementAndGet();
        return send(element);
    }

    private boolean send(Object element) {
        if (element instanceof FeedRequest<?> request) {
            return link.ask(task, request, flags(request));
        }
        if (!untracked) {
            untracked = true;
        }
        return link.feed(task, (Object[]) element);
    }

    /** A tuple that was offered cannot be sent, so the task will never take it. */
    void undeliverable() {
        sent.decrementAndGet();
    }

    private static int flags(FeedRequest<?> request) {
        return request.isRepeatedOnDeath() ? Flags.REPEATED_ON_DEATH : 0;
    }

    @Override
    public void awaitRoom(long mostNanos) {
        if (sent.get() - taken >= window) {
            LockSupport.parkNanos(this, Math.min(mostNanos, LONGEST_PARK_NANOS));
        }
    }

    @Override
    public void heir(Consumer<Object[]> next) {
        heir = next;
    }

    // The client's thread

    void taken(long count) {
        taken = count;
    }

    void returned(Object[] values) {
        heir.accept(values);
    }

    /** The link is closed. Returns the most untracked tuples that the task may not have taken. */
    long untaken() {
        return untracked ? sent.get() - taken : 0;
    }
}
