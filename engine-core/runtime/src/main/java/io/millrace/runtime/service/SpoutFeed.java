// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.RequestException.Reason;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The feed of one service to one fed spout, which survives the death of the spout's workers. Elements that were under
 * way in a worker that has died wait here for the next ports. Any thread.
 */
final class SpoutFeed {

    private static final FeedTarget[] NONE = {};
    private static final long LONGEST_PARK_NANOS = 1_000_000;
    /** The interval in which waiting requests are checked for time-outs. */
    private static final long WATCH_MILLIS = 100;

    private final String spout;
    private final long timeoutNanos;
    private final long lookNanos;
    private final LongSupplier clock;
    private final OwnCalls own;

    /** Requests that are asked and have not ended. */
    private final AtomicInteger pending = new AtomicInteger();

    /** The elements that wait for ports: requests, and values of untracked tuples. */
    private final ConcurrentLinkedQueue<Object> orphans = new ConcurrentLinkedQueue<>();

    private volatile FeedTarget[] ports = NONE;

    private volatile Supplier<String> hints = () -> "";
    private volatile String behind = "the components behind it";

    /** Whether a check of waiting elements is due. */
    private final AtomicBoolean watched = new AtomicBoolean();
    /** The reason why no element is taken any more; null while the topology lasts. */
    private volatile String end;

    /**
     * @param timeoutNanos time after which a request that has no worker fails
     * @param lookNanos time for which a thread that waits for a request looks for its end before it blocks; 0 for not
     *     at all
     */
    SpoutFeed(String spout, long timeoutNanos, long lookNanos, LongSupplier clock, OwnCalls own) {
        this.spout = spout;
        this.timeoutNanos = timeoutNanos;
        this.lookNanos = lookNanos;
        this.clock = clock;
        this.own = own;
    }

    /** Refuses a call of the topology's own threads. Must be called before a call waits. */
    void beforeWait(String call) {
        own.refuse(() -> call + " on '" + spout + "'");
    }

    String spout() {
        return spout;
    }

    long lookNanos() {
        return lookNanos;
    }

    AtomicInteger pending() {
        return pending;
    }

    /**
     * Sets what the error of a late request says.
     *
     * @param bolts bolts that a request reaches, in words
     * @param next supplier of what else may hold requests up; empty if nothing does
     */
    void hints(String bolts, Supplier<String> next) {
        behind = bolts;
        hints = next;
    }

    String behind() {
        return behind;
    }

    /** Returns what else may hold requests up, to be put behind a sentence. */
    String hint() {
        return hints.get();
    }

    /** Returns why no element is taken any more; null while the topology lasts. */
    String end() {
        return end;
    }

    /** Sets the ports of the tasks that are up now, and hands over the elements that wait for them. */
    void attach(List<? extends FeedTarget> next) {
        next.forEach(port -> port.heir(this::keep));
        ports = next.toArray(FeedTarget[]::new);
        passOn();
    }

    /** The topology has ended: all requests that have not ended fail. */
    void end(String reason) {
        end = reason;
        ports = NONE;
        failOrphans();
    }

    /** Returns whether a task of the spout is up and connected. */
    boolean connected() {
        for (FeedTarget port : ports) {
            if (port.isOpen()) {
                return true;
            }
        }
        return false;
    }

    boolean offer(Object element) {
        FeedTarget[] now = ports;
        int first = now.length < 2 ? 0 : ThreadLocalRandom.current().nextInt(now.length);
        for (int i = 0; i < now.length; i++) {
            if (now[(first + i) % now.length].offer(element)) {
                return true;
            }
        }
        return false;
    }

    /** Waits until there may be room, but not long. */
    void awaitRoom(long mostNanos) {
        FeedTarget[] now = ports;
        if (now.length == 0) {
            LockSupport.parkNanos(this, Math.min(mostNanos, LONGEST_PARK_NANOS));
        } else {
            now[0].awaitRoom(Math.min(mostNanos, LONGEST_PARK_NANOS));
        }
    }

    /** Hands over a request; the number of requests is bounded. If no task is up, it waits for one. */
    void ask(FeedRequest<?> request) {
        FeedTarget[] now = ports;
        if (now.length == 0 || !now[ThreadLocalRandom.current().nextInt(now.length)].ask(request)) {
            keep(request);
        }
    }

    /** Keeps a request or values until there are ports. A request whose time is over fails. */
    void keep(Object orphan) {
        if (orphan instanceof FeedRequest<?> request && !request.isAsked()) {
            // The request may have waited for its task without a limit
            request.restartAt(clock.getAsLong());
        }
        if (!failIfOverdue(orphan)) {
            orphans.add(orphan);
            passOn();
            watch();
        }
    }

    private void passOn() {
        FeedTarget[] tried;
        do {
            tried = ports;
        } while (!passOn(tried) && tried != ports);
        if (end != null) {
            failOrphans();
        }
    }

    /** Returns false if an element was put back, which new ports, or the end, may not have seen. */
    private boolean passOn(FeedTarget[] now) {
        if (now.length == 0) {
            return orphans.isEmpty();
        }
        for (Object next = orphans.poll(); next != null; next = orphans.poll()) {
            if (!passOn(next, now)) {
                orphans.add(next);
                return false;
            }
        }
        return true;
    }

    private static boolean passOn(Object element, FeedTarget[] now) {
        int first = ThreadLocalRandom.current().nextInt(now.length);
        for (int i = 0; i < now.length; i++) {
            FeedTarget port = now[(first + i) % now.length];
            boolean asked = element instanceof FeedRequest<?> request && request.isAsked();
            if (asked ? port.ask((FeedRequest<?>) element) : port.again(element)) {
                return true;
            }
        }
        return false;
    }

    /** Starts a timer, by which requests do not wait for longer than their time-out. One timer serves all. */
    private void watch() {
        if (!orphans.isEmpty() && watched.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(WATCH_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> {
                        watched.set(false);
                        orphans.removeIf(this::failIfOverdue);
                        watch();
                    });
        }
    }

    /** Fails a request whose time is over. Only a request for which a caller waits has a time-out here. */
    private boolean failIfOverdue(Object orphan) {
        if (!(orphan instanceof LocalRequest<?> request) || clock.getAsLong() - request.startNanos() < timeoutNanos) {
            return false;
        }
        request.fail(
                Reason.TIMED_OUT,
                "no worker of '" + spout + "' has processed the request within "
                        + Units.duration(Duration.ofNanos(timeoutNanos)) + " ("
                        + TopologyKeys.MESSAGE_TIMEOUT.name()
                        + "), one or more have died or were cut off meanwhile, or none was up");
        return true;
    }

    private void failOrphans() {
        for (Object next = orphans.poll(); next != null; next = orphans.poll()) {
            if (next instanceof FeedRequest<?> request) {
                request.fail(Reason.CLOSED, end);
            }
        }
    }
}
