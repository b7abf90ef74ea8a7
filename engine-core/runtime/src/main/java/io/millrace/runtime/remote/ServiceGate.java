// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.api.RequestException.Reason;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.Receiver;
import io.millrace.runtime.service.FeedPort;
import io.millrace.runtime.service.ResultsPort;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Flags;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import java.nio.ByteBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The end at which clients reach the ports of one executor's tasks. Confined to the executor's thread: other threads
 * bring it clients by {@link Executor#submit}.
 */
public final class ServiceGate implements Receiver {

    /** The time after which a path without room is tried again. */
    private static final long RETRY_NANOS = 1_000_000;

    private final Executor executor;
    private final ValuesCodec codec;
    private final ServicePorts ports;
    private final String worker;
    private final Long2ObjectHashMap<ClientSession> sessions = new Long2ObjectHashMap<>();

    /** The client that has fed a task last, by task. It gets back what the task does not emit. */
    private final Int2ObjectHashMap<ClientSession> feeders = new Int2ObjectHashMap<>();

    private final SentResults results = new SentResults();

    private boolean closed;

    /**
     * @param codec codec of the executor
     * @param worker name of the executor's worker
     */
    public ServiceGate(Executor executor, ValuesCodec codec, ServicePorts ports, String worker) {
        this.executor = executor;
        this.codec = codec;
        this.ports = ports;
        this.worker = worker;
    }

    /** Begins with a client, which may send from now on. */
    public void attach(String name, long client, MessagePath path) {
        if (closed) {
            path.close();
            return;
        }
        detach(client);
        ClientSession session = new ClientSession(name, client, path);
        sessions.put(client, session);
        welcome(session, 0);
    }

    /** Asks a client to begin anew, because messages to it may have been lost. */
    public void beginAnew(long client) {
        ClientSession session = sessions.get(client);
        if (session != null) {
            welcome(session, 0);
        }
    }

    /** Forgets the requests and subscriptions of a client. */
    private void welcome(ClientSession session, int hello) {
        session.forget();
        session.begins(hello);
        feeders.values().removeIf(feeder -> feeder == session);
        session.send(ServiceMessage.of(Verb.WELCOME, executor.taskIds().get(0), hello, session.client(), 0, worker));
    }

    /** A client is gone. */
    public void detach(long client) {
        ClientSession session = sessions.remove(client);
        if (session != null) {
            feeders.values().removeIf(feeder -> feeder == session);
            session.close();
        }
    }

    /** Takes a message of a service for the tasks of the executor. Throws {@link CodecException} if it is malformed. */
    public void onMessage(ByteBuffer buffer, int offset, int length) {
        if (!ServiceMessage.isService(buffer, offset, length)) {
            throw new CodecException("a message of a service has " + length + " bytes: it is malformed");
        }
        ServiceMessage message;
        try {
            message = ServiceMessage.read(codec, buffer, offset, length);
        } catch (CodecException e) {
            unreadable(ServiceMessage.head(buffer, offset), e);
            throw e;
        }
        ClientSession session = sessions.get(message.client());
        if (session == null) {
            // The client was proven dead, or its registration has ended: a hello will follow
            return;
        }
        switch (message.verb()) {
            case FEED, ASK -> feed(session, message);
            case CANCEL -> session.cancel(message.number());
            case SUBSCRIBE -> subscribe(session, message);
            case UNSUBSCRIBE -> session.unsubscribe(message.number(), results);
            case CONSUMED -> session.consumed(message);
            case HELLO -> welcome(session, message.code());
            case PROBE ->
                session.send(ServiceMessage.of(Verb.ALIVE, message.task(), message.code(), session.client(), 0));
            default -> {
                // Messages of other kinds are sent by workers only
            }
        }
    }

    /** Reports a message that cannot be read to its client, which would wait for ever, and gives back its credit. */
    private void unreadable(ServiceMessage head, CodecException cause) {
        ClientSession session = sessions.get(head.client());
        FeedPort port = ports.feed(head.task());
        if (session == null || port == null) {
            return;
        }
        boolean request = head.verb() == Verb.ASK;
        if (request) {
            session.send(ServiceMessage.of(
                    Verb.FAILED,
                    head.task(),
                    Reason.INVALID.ordinal(),
                    head.client(),
                    head.number(),
                    "the request cannot be read: " + cause.getMessage()));
        }
        if (head.verb() == Verb.FEED || request && (head.code() & Flags.ASKED) == 0) {
            session.unreadable(head.task(), port, ports.capacity(head.task()), executor.turnStart());
        }
    }

    private void feed(ClientSession session, ServiceMessage message) {
        int task = message.task();
        FeedPort port = ports.feed(task);
        Object[] values = message.values() == null ? new Object[0] : message.values();
        if (message.verb() == Verb.FEED) {
            if (port == null) {
                session.returned(task, values);
                return;
            }
            if (feeders.put(task, session) != session) {
                port.heir(left -> session.returned(task, left));
            }
            session.feed(task, port, ports.capacity(task), values, executor.turnStart());
            return;
        }
        RemoteRequest request = new RemoteRequest(session, message, values, executor.nanoTime());
        if (port == null) {
            request.orphaned();
        } else if ((message.code() & Flags.ASKED) != 0) {
            session.ask(request, message.number(), port);
        } else {
            session.begin(request, message.number());
            session.feed(task, port, ports.capacity(task), request, executor.turnStart());
        }
    }

    private void subscribe(ClientSession session, ServiceMessage message) {
        ResultsPort port = ports.result(message.task());
        if (port != null) {
            session.subscribe(message.number(), new RemoteTarget(session, port, message, results));
        }
    }

    @Override
    public int receive(int limit) {
        if (sessions.isEmpty()) {
            return 0;
        }
        int done = 0;
        for (ClientSession session : sessions.values()) {
            done += session.work(executor.turnStart());
        }
        return done;
    }

    @Override
    public long deadline(long now) {
        long next = Long.MAX_VALUE;
        for (ClientSession session : sessions.values()) {
            if (session.hasWaiting()) {
                return now + RETRY_NANOS;
            }
            if (session.hasUntold()) {
                next = now + ClientSession.TOLD_NANOS;
            }
        }
        return next;
    }

    /** Closes the sessions, after the tasks. */
    @Override
    public void close() {
        closed = true;
        for (ClientSession session : sessions.values()) {
            session.giveBack();
            session.close();
        }
        sessions.clear();
        feeders.clear();
    }
}
