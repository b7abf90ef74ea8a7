// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.service.FeedPort;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of one client in one executor. Confined to the executor's thread. */
final class ClientSession {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);

    /** The part of a client's window after which the client is told how much was taken; a time has the same effect. */
    private static final int TOLD_PART = 8;

    static final long TOLD_NANOS = 10_000_000;

    private final String name;
    private final long client;
    private final MessagePath path;
    private final ArrayDeque<ServiceMessage> outgoing = new ArrayDeque<>();

    /** The requests by their numbers. Each is added and removed, which Agrona's map does more slowly than the JDK's. */
    private final Map<Long, RemoteRequest> requests = new HashMap<>();

    private final Int2ObjectHashMap<Fed> feeds = new Int2ObjectHashMap<>();
    private final Long2ObjectHashMap<RemoteTarget> targets = new Long2ObjectHashMap<>();
    /** The last hello of the client. */
    private int hello;

    private boolean closed;

    /** The tuples that the client feeds to one task. */
    private static final class Fed {
        private final int task;
        private final FeedPort port;
        private final int window;

        /** The elements that found no room, at most a window of them. */
        private final ArrayDeque<Object> waiting = new ArrayDeque<>();

        private long taken;
        private long told;
        private long toldAt;

        Fed(int task, FeedPort port, int window) {
            this.task = task;
            this.port = port;
            this.window = window;
        }
    }

    ClientSession(String name, long client, MessagePath path) {
        this.name = name;
        this.client = client;
        this.path = path;
    }

    long client() {
        return client;
    }

    void begins(int code) {
        hello = code;
    }

    boolean isClosed() {
        return closed;
    }

    // Requests

    void ask(RemoteRequest request, long number, FeedPort port) {
        requests.put(number, request);
        if (!port.ask(request)) {
            request.orphaned();
        }
    }

    /** Feeds values or a request for which the client has credit. */
    void feed(int task, FeedPort port, int window, Object element, long now) {
        Fed fed = feeds.computeIfAbsent(task, none -> new Fed(task, port, window));
        fed.waiting.add(element);
        handOver(fed, now);
    }

    /** Counts a message for which the client has used credit, but which cannot be read. */
    void unreadable(int task, FeedPort port, int window, long now) {
        Fed fed = feeds.computeIfAbsent(task, none -> new Fed(task, port, window));
        fed.taken++;
        handOver(fed, now);
    }

    void begin(RemoteRequest request, long number) {
        requests.put(number, request);
    }

    private int handOver(Fed fed, long now) {
        int done = 0;
        for (Object next = fed.waiting.peek(); next != null && fed.port.offer(next); next = fed.waiting.peek()) {
            fed.waiting.poll();
            fed.taken++;
            done++;
        }
        long untold = fed.taken - fed.told;
        if (untold >= Math.max(1, fed.window / TOLD_PART) || untold > 0 && now - fed.toldAt >= TOLD_NANOS) {
            fed.told = fed.taken;
            fed.toldAt = now;
            send(ServiceMessage.of(Verb.TAKEN, fed.task, hello, client, fed.taken));
        }
        return done;
    }

    void cancel(long number) {
        RemoteRequest request = requests.remove(number);
        if (request != null) {
            request.cancel(false);
        }
    }

    void ended(long number) {
        requests.remove(number);
    }

    // Results

    void subscribe(long number, RemoteTarget target) {
        targets.put(number, target);
        target.subscribe();
    }

    void unsubscribe(long number, SentResults results) {
        RemoteTarget target = targets.remove(number);
        if (target != null) {
            target.unsubscribe();
            target.forgetIn(results);
        }
    }

    void consumed(ServiceMessage message) {
        RemoteTarget target = targets.get(message.number());
        if (target != null) {
            target.consumed(message);
        }
    }

    // Messages to the client

    /** Sends a message as soon as there is room. */
    void send(ServiceMessage message) {
        if (!closed) {
            outgoing.add(message);
            flush();
        }
    }

    /** Sends a message now, or returns false. Throws {@link CodecException} if it never can. */
    boolean sendNow(ServiceMessage message) {
        if (!outgoing.isEmpty()) {
            return false;
        }
        return path.offer(message);
    }

    private int flush() {
        int done = 0;
        for (ServiceMessage next = outgoing.peek(); next != null; next = outgoing.peek()) {
            try {
                if (!path.offer(next)) {
                    break;
                }
                outgoing.poll();
                done++;
            } catch (CodecException e) {
                outgoing.poll();
                undeliverable(next, e);
            }
        }
        return done;
    }

    void undeliverable(ServiceMessage message, CodecException cause) {
        if (message.verb() == Verb.ANSWER) {
            outgoing.addFirst(ServiceMessage.of(
                    Verb.FAILED,
                    message.task(),
                    io.millrace.api.RequestException.Reason.INVALID.ordinal(),
                    client,
                    message.number(),
                    "the answer of task " + message.source() + " cannot be sent: " + cause.getMessage()));
        } else {
            LOG.error(
                    "{} of task {} for client {} is dropped: {}",
                    message.verb(),
                    message.task(),
                    name,
                    cause.getMessage());
        }
    }

    /** Tries again to pass on messages and elements that found no room. Returns how many. */
    int work(long now) {
        int done = outgoing.isEmpty() ? 0 : flush();
        for (Fed fed : feeds.values()) {
            done += handOver(fed, now);
        }
        if (outgoing.isEmpty()) {
            targets.values().forEach(RemoteTarget::retry);
        }
        return done;
    }

    /** Returns whether a client is to be told how much was taken. */
    boolean hasUntold() {
        return feeds.values().stream().anyMatch(fed -> fed.taken > fed.told);
    }

    boolean hasWaiting() {
        return !outgoing.isEmpty()
                || feeds.values().stream().anyMatch(fed -> !fed.waiting.isEmpty())
                || targets.values().stream().anyMatch(RemoteTarget::waitsForRoom);
    }

    /** The executor ends: gives back the elements that were not emitted. */
    void giveBack() {
        for (Fed fed : feeds.values()) {
            send(ServiceMessage.of(Verb.TAKEN, fed.task, hello, client, fed.taken));
            for (Object next = fed.waiting.poll(); next != null; next = fed.waiting.poll()) {
                if (next instanceof FeedRequest<?> request) {
                    request.orphan();
                } else {
                    returned(fed.task, (Object[]) next);
                }
            }
        }
    }

    void returned(int task, Object[] values) {
        send(ServiceMessage.of(Verb.RETURNED, task, 0, client, 0, values));
    }

    /** The client is gone, or begins anew: its requests are dropped, and its subscriptions end. */
    void forget() {
        List<RemoteRequest> left = new ArrayList<>(requests.values());
        requests.clear();
        left.forEach(request -> request.cancel(false));
        targets.values().forEach(RemoteTarget::unsubscribe);
        targets.clear();
        feeds.clear();
        outgoing.clear();
    }

    void close() {
        closed = true;
        forget();
        path.close();
    }
}
