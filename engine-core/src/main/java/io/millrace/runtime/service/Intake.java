package io.millrace.runtime.service;

import io.millrace.api.RequestException.Reason;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The way of one service into one fed spout, which survives the death of the spout's workers. What was under way in a
 * worker that has died waits here for the next ports. Any thread.
 */
final class Intake {

    private static final FeedTarget[] NONE = {};
    private static final long LONGEST_PARK_NANOS = 1_000_000;

    private final String spout;

    /** Requests that are asked and have not ended. */
    private final AtomicInteger pending = new AtomicInteger();

    /** What waits for ports: requests, and values of untracked tuples. */
    private final ConcurrentLinkedQueue<Object> orphans = new ConcurrentLinkedQueue<>();

    private volatile FeedTarget[] ports = NONE;

    /** Why nothing is taken any more; null while the topology lasts. */
    private volatile String end;

    Intake(String spout) {
        this.spout = spout;
    }

    String spout() {
        return spout;
    }

    AtomicInteger pending() {
        return pending;
    }

    /** Returns why nothing is taken any more; null while the topology lasts. */
    String end() {
        return end;
    }

    /** Sets the ports of the tasks that are up now, and hands over what waits for them. */
    void attach(List<? extends FeedTarget> next) {
        next.forEach(port -> port.heir(this::keep));
        ports = next.toArray(FeedTarget[]::new);
        passOn();
    }

    /** The topology has ended: everything that has not ended fails. */
    void end(String reason) {
        end = reason;
        ports = NONE;
        failOrphans();
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

    /** Waits for a moment until there may be room. */
    void awaitRoom(long mostNanos) {
        FeedTarget[] now = ports;
        if (now.length == 0) {
            LockSupport.parkNanos(this, Math.min(mostNanos, LONGEST_PARK_NANOS));
        } else {
            now[0].awaitRoom(Math.min(mostNanos, LONGEST_PARK_NANOS));
        }
    }

    /** Hands over a request whose number is bounded. If no task is up, it waits for one. */
    void ask(FeedRequest<?> request) {
        FeedTarget[] now = ports;
        if (now.length == 0 || !now[ThreadLocalRandom.current().nextInt(now.length)].ask(request)) {
            keep(request);
        }
    }

    /** Keeps a request or values until there are ports. */
    void keep(Object orphan) {
        orphans.add(orphan);
        if (end != null) {
            failOrphans();
        } else {
            passOn();
        }
    }

    private void passOn() {
        FeedTarget[] now = ports;
        if (now.length == 0) {
            return;
        }
        for (Object next = orphans.poll(); next != null; next = orphans.poll()) {
            boolean taken = next instanceof FeedRequest<?> request ? now[0].ask(request) : now[0].offer(next);
            if (!taken) {
                orphans.add(next);
                return;
            }
        }
    }

    private void failOrphans() {
        for (Object next = orphans.poll(); next != null; next = orphans.poll()) {
            if (next instanceof FeedRequest<?> request) {
                request.fail(Reason.CLOSED, end);
            }
        }
    }
}
