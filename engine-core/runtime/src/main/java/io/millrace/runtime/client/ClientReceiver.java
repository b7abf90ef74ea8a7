// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.RequestException.Reason;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.StreamRef;
import java.nio.ByteBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what workers send to a client, and hands it to its links. Confined to the client's thread. */
final class ClientReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(ClientReceiver.class);
    private static final Reason[] REASONS = Reason.values();

    private final long client;
    private final ClientTopology topology;
    private final ClientLinks links;
    private final ValuesCodec codec;

    /** The streams of answers, by the tasks of the fed spout and of the bolt that answers. */
    private final Long2ObjectHashMap<StreamRef> answers = new Long2ObjectHashMap<>();

    /** @param client id of the client; messages to other clients are ignored */
    ClientReceiver(long client, ClientTopology topology, ClientLinks links) {
        this.client = client;
        this.topology = topology;
        this.links = links;
        this.codec = topology.newCodec();
    }

    void received(ByteBuffer buffer, int offset, int length) {
        try {
            if (ServiceMessage.isService(buffer, offset, length)) {
                received(ServiceMessage.read(codec, buffer, offset, length));
            }
        } catch (CodecException e) {
            LOG.warn("{} drops a message: {}", Thread.currentThread().getName(), e.getMessage());
            unreadable(ServiceMessage.head(buffer, offset), e);
        }
    }

    /** Reports a message that cannot be read, as a caller may wait for it. */
    private void unreadable(ServiceMessage head, CodecException cause) {
        if (head == null || head.client() != client) {
            return;
        }
        switch (head.verb()) {
            case ANSWER -> {
                FeedRequest<?> request = links.takeRequest(head.number());
                if (request != null) {
                    request.fail(Reason.INVALID, topology.unreadableAnswer(head.source(), cause));
                }
            }
            case RESULT -> links.all().forEach(link -> link.unreadable(head.number()));
            default -> {
                // Messages of other kinds have values that are text, or were lost
            }
        }
    }

    private void received(ServiceMessage message) {
        if (message.client() != client) {
            return;
        }
        switch (message.verb()) {
            case WELCOME -> links.welcome(String.valueOf(values(message)[0]), message.task(), message.code());
            case ALIVE -> links.alive(message.task(), message.code());
            case TAKEN -> links.taken(message.task(), message.code(), message.number());
            case RETURNED -> links.returned(message.task(), values(message));
            case RESULT -> result(message);
            case ANSWER, DONE, FAILED, ORPHANED -> ended(message);
            default -> {
                // Messages of other kinds are sent by clients only
            }
        }
    }

    private void result(ServiceMessage message) {
        for (ExecutorLink link : links.all()) {
            if (link.hasSubscription(message.number())) {
                StreamRef stream = topology.stream(message.source(), message.stream());
                link.result(message.number(), tuple(stream, message, message.task()));
            }
        }
    }

    private void ended(ServiceMessage message) {
        FeedRequest<?> request = links.takeRequest(message.number());
        if (request == null) {
            return;
        }
        switch (message.verb()) {
            case ANSWER -> request.answered(answer(message));
            case DONE -> request.processed();
            case ORPHANED -> request.orphan();
            default -> {
                int reason = message.code();
                request.fail(
                        reason >= 0 && reason < REASONS.length ? REASONS[reason] : Reason.FAILED,
                        message.values() == null ? "failed" : String.valueOf(message.values()[0]));
            }
        }
    }

    private DataTuple answer(ServiceMessage message) {
        long spoutAndSource = (long) message.task() << Integer.SIZE | message.source();
        StreamRef stream =
                answers.computeIfAbsent(spoutAndSource, none -> topology.answers(message.task(), message.source()));
        return tuple(stream, message, 0);
    }

    private static DataTuple tuple(StreamRef stream, ServiceMessage message, int target) {
        return new DataTuple(stream, message.source(), target, DataTuple.UNKNOWN_TIME, values(message));
    }

    private static Object[] values(ServiceMessage message) {
        return message.values() == null ? new Object[0] : message.values();
    }
}
