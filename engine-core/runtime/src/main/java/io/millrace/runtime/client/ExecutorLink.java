// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.RequestException.Reason;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.remote.MessagePath;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.ResultTarget;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Flags;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link to one executor of a worker, with the tuples and requests that are under way there. It is open from the
 * executor's welcome until the worker is gone. Then these are given back, and a new link replaces this one.
 */
final class ExecutorLink {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorLink.class);

    /** The most time that counts between two checks, as this process may have been paused itself. */
    private static final long LONGEST_CHECK_NANOS = 2_000_000_000;

    /** The most tuples of one subscription that may be under way from one task. */
    static final int RESULT_WINDOW = 256;

    private final long client;
    private final String worker;
    private final List<Integer> tasks;
    private final MessagePath path;
    private final Doorbell bell;
    private final AtomicLong numbers;

    /** The lock of the thread that sends, which also sends for the other threads meanwhile. */
    private final ReentrantLock sending = new ReentrantLock();

    private final ConcurrentLinkedQueue<ServiceMessage> outgoing = new ConcurrentLinkedQueue<>();
    private final Map<Long, FeedRequest<?>> requests = new ConcurrentHashMap<>();
    private final Map<Integer, RemoteFeed> feeds = new ConcurrentHashMap<>();
    private final Map<Long, Incoming> subscriptions = new ConcurrentHashMap<>();

    /**
     * The subscriptions from before the link was shut, with what they have received. They go on when it is open again.
     */
    private final Map<Place, Incoming> earlier = new ConcurrentHashMap<>();

    /** The number of the last hello, unique among those of earlier links too. Owned by the client's thread. */
    private int hello = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);

    // Owned by the client's thread

    /** Whether the executor owes a sign of life. */
    private boolean probed;

    private long checkedAt;
    private long silentNanos;

    private volatile boolean open;
    private volatile boolean closed;

    /** Whether a subscription may have room for the results that it has refused. */
    private volatile boolean roomMade;

    private record Place(int task, ResultTarget target) {}

    /**
     * A subscription to one task, and the results that it has refused. The client's thread owns all that is not final.
     */
    private static final class Incoming {

        /** The number under which it has begun. Each loss of the connection gives it another number. */
        private final long id;

        private final ResultTarget target;
        private final int task;
        private final ArrayDeque<DataTuple> waiting = new ArrayDeque<>();

        /** The number of results that have come, under all its numbers. */
        private long received;

        // The results consumed and reported under the present number; both counts wrap around
        private int consumed;
        private int told;

        Incoming(long id, ResultTarget target, int task) {
            this.id = id;
            this.target = target;
            this.task = task;
        }

        /**
         * Gives it another number. Results that have come and are still to be consumed take a part of the new window.
         */
        void goOn() {
            consumed = -waiting.size();
            told = consumed;
        }
    }

    /** @param bell doorbell of the client's thread */
    ExecutorLink(long client, String worker, List<Integer> tasks, MessagePath path, Doorbell bell, AtomicLong numbers) {
        this.client = client;
        this.worker = worker;
        this.tasks = tasks;
        this.path = path;
        this.bell = bell;
        this.numbers = numbers;
    }

    // Any thread

    List<Integer> tasks() {
        return tasks;
    }

    boolean isOpen() {
        return open;
    }

    /** Sets the feed that is told of tuples to a task that cannot be sent. */
    void fedBy(int task, RemoteFeed feed) {
        feeds.put(task, feed);
    }

    /** Sends untracked values. */
    boolean feed(int task, Object[] values) {
        if (!open) {
            return false;
        }
        send(ServiceMessage.of(Verb.FEED, task, 0, client, 0, values));
        return true;
    }

    /**
     * Sends a request and remembers it until it has ended.
     *
     * @return false if the link is not open
     */
    boolean ask(int task, FeedRequest<?> request, int flags) {
        if (!open) {
            return false;
        }
        long number = numbers.incrementAndGet();
        requests.put(number, request);
        if (!open && requests.remove(number) != null) {
            return false;
        }
        send(ServiceMessage.of(Verb.ASK, task, flags, client, number, request.values()));
        request.whenComplete((value, failure) -> {
            // The worker has not reported this end: the request was cancelled, or has timed out
            if (requests.remove(number) != null) {
                send(ServiceMessage.of(Verb.CANCEL, task, 0, client, number));
            }
        });
        return true;
    }

    /** Returns the number of the new subscription. */
    long subscribe(int task, ResultTarget target) {
        long number = numbers.incrementAndGet();
        Incoming before = earlier.remove(new Place(task, target));
        Incoming incoming = before == null ? new Incoming(number, target, task) : before;
        incoming.goOn();
        subscriptions.put(number, incoming);
        send(ServiceMessage.of(
                Verb.SUBSCRIBE, task, RESULT_WINDOW, client, number, target.name(), incoming.id, incoming.received));
        if (before != null) {
            // The target may have room by now for results that it has refused
            roomMade();
        }
        return number;
    }

    /** All subscriptions that go on have begun again. */
    void resumed() {
        earlier.clear();
    }

    void unsubscribe(int task, long number) {
        if (subscriptions.remove(number) != null) {
            send(ServiceMessage.of(Verb.UNSUBSCRIBE, task, 0, client, number));
        }
    }

    void roomMade() {
        roomMade = true;
        bell.ring();
    }

    private void send(ServiceMessage message) {
        outgoing.add(message);
        if (!flush(false)) {
            bell.ring();
        }
    }

    /**
     * Sends the waiting messages, unless another thread is sending.
     *
     * @param mayBlock whether the client's thread is about to block, and must be woken when there is room
     * @return false if there was no room
     */
    private boolean flush(boolean mayBlock) {
        while (!outgoing.isEmpty()) {
            if (!sending.tryLock()) {
                // The thread that holds the lock looks again after it has released it
                return true;
            }
            try {
                if (closed) {
                    outgoing.clear();
                } else if (!sendAll()) {
                    if (!mayBlock) {
                        return false;
                    }
                    path.requestWake();
                    if (!sendAll()) {
                        return false;
                    }
                }
            } finally {
                sending.unlock();
            }
        }
        return true;
    }

    private boolean sendAll() {
        for (ServiceMessage next = outgoing.peek(); next != null; next = outgoing.peek()) {
            try {
                if (!path.offer(next)) {
                    return false;
                }
                outgoing.poll();
            } catch (CodecException e) {
                // The message is removed first: a feed that is told of it may send again, and would meet it
                outgoing.poll();
                undeliverable(next, e);
            }
        }
        return true;
    }

    private void undeliverable(ServiceMessage message, CodecException cause) {
        RemoteFeed feed = feeds.get(message.task());
        boolean offered =
                message.verb() == Verb.FEED || message.verb() == Verb.ASK && (message.code() & Flags.ASKED) == 0;
        if (feed != null && offered) {
            feed.undeliverable();
        }
        FeedRequest<?> request = message.verb() == Verb.ASK ? requests.remove(message.number()) : null;
        if (request != null) {
            request.fail(Reason.INVALID, cause.getMessage());
        } else if (message.verb() == Verb.FEED) {
            LOG.warn("a tuple for task {} cannot be sent and is dropped: {}", message.task(), cause.getMessage());
        }
    }

    // The client's thread

    /** Sends messages that found no room before, and hands over results that were refused. Returns how many. */
    int work(boolean mayBlock) {
        int done = 0;
        if (!outgoing.isEmpty()) {
            done += flush(mayBlock) ? 1 : 0;
        }
        if (roomMade) {
            roomMade = false;
            for (Map.Entry<Long, Incoming> entry : subscriptions.entrySet()) {
                done += handOver(entry.getKey(), entry.getValue());
            }
        }
        return done;
    }

    /** The executor has answered a hello. Returns whether that was the last hello, so that the link is open. */
    boolean welcome(int code) {
        open = code == hello;
        return open;
    }

    /** Begins anew with another hello. */
    void hello() {
        hello = Math.max(1, hello + 1);
        probed = false;
        send(ServiceMessage.of(Verb.HELLO, tasks.get(0), hello, client, 0));
    }

    /** Returns whether this leads to the executor of the named worker which runs the task. */
    boolean leadsTo(String name, int task) {
        return worker.equals(name) && tasks.contains(task);
    }

    /** Returns whether a message of the executor answers the last hello. */
    boolean isSince(int code) {
        return hello == code;
    }

    boolean isSubscribed() {
        return !subscriptions.isEmpty();
    }

    boolean hasSubscription(long number) {
        return subscriptions.containsKey(number);
    }

    /** A request has ended; returns null if it had ended before. */
    FeedRequest<?> take(long number) {
        return requests.remove(number);
    }

    /**
     * Asks the executor for a sign of life if it has requests. An executor that shows life ends each of them itself.
     * Must be called every second.
     *
     * @return for how many nanoseconds a sign of life has been due
     */
    long check(long now) {
        if (probed) {
            silentNanos += Math.min(now - checkedAt, LONGEST_CHECK_NANOS);
        } else {
            silentNanos = 0;
            if (open && !requests.isEmpty()) {
                probed = true;
                send(ServiceMessage.of(Verb.PROBE, tasks.get(0), hello, client, 0));
            }
        }
        checkedAt = now;
        return silentNanos;
    }

    /** The executor has answered a probe. */
    void alive() {
        probed = false;
    }

    /** A result has come. */
    void result(long number, DataTuple tuple) {
        Incoming incoming = subscriptions.get(number);
        if (incoming != null) {
            incoming.received++;
            incoming.waiting.add(tuple);
            handOver(number, incoming);
        }
    }

    /** A result has come that cannot be read. */
    void unreadable(long number) {
        Incoming incoming = subscriptions.get(number);
        if (incoming != null) {
            incoming.received++;
            incoming.consumed++;
            handOver(number, incoming);
        }
    }

    private int handOver(long number, Incoming incoming) {
        int done = 0;
        for (DataTuple next = incoming.waiting.peek();
                next != null && incoming.target.offer(next);
                next = incoming.waiting.peek()) {
            incoming.waiting.poll();
            incoming.consumed++;
            done++;
        }
        if (incoming.consumed - incoming.told >= RESULT_WINDOW / 4) {
            incoming.told = incoming.consumed;
            long dropped = incoming.target.droppedOldest();
            Object[] told = dropped < 0 ? new Object[0] : new Object[] {dropped};
            send(ServiceMessage.of(Verb.CONSUMED, incoming.task, incoming.consumed, client, number, told));
        }
        return done;
    }

    @Override
    public String toString() {
        return "worker " + worker + " with tasks " + tasks;
    }

    /** Closes the link: requests under way are given back, and subscriptions wait until it is open again. */
    void shut() {
        open = false;
        List<Long> left = new ArrayList<>(requests.keySet());
        for (long number : left) {
            FeedRequest<?> request = requests.remove(number);
            if (request != null) {
                request.orphan();
            }
        }
        subscriptions.values().forEach(incoming -> earlier.put(new Place(incoming.task, incoming.target), incoming));
        subscriptions.clear();
    }

    /** Releases the path. */
    void close() {
        shut();
        sending.lock();
        try {
            if (!closed) {
                closed = true;
                outgoing.clear();
                path.close();
            }
        } finally {
            sending.unlock();
        }
    }
}
