// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.api.Tuple;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.service.ResultTarget;
import io.millrace.runtime.service.ResultsPort;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.ServiceMessage.Verb;

/**
 * A client's subscription to the results of one task. At most a window of tuples is under way to the client. Confined
 * to the thread of the task's executor.
 */
final class RemoteTarget implements ResultTarget {

    private final ClientSession session;
    private final ResultsPort port;
    private final int task;
    private final long number;
    private final int window;
    private final String name;

    /** The count of the whole subscription, with results that were sent before the client has begun anew. */
    private final SentResults.Count total;

    private final long lost;

    // The counts since the last beginning; both wrap around
    private int sent;
    private int consumed;

    private boolean refused;

    /** The tuple that was refused last, and its message. */
    private DataTuple refusedTuple;

    private ServiceMessage refusedMessage;

    /** The number of tuples that the client says it has dropped; -1 if it drops none. */
    private long dropped = -1;

    RemoteTarget(ClientSession session, ResultsPort port, ServiceMessage subscribe, SentResults results) {
        this.session = session;
        this.port = port;
        this.task = subscribe.task();
        this.number = subscribe.number();
        this.window = Math.max(1, subscribe.code());
        this.name = subscribe.values() != null && subscribe.values()[0] instanceof String given ? given : "";
        this.total = results.of(subscribe);
        this.lost = total.lost();
    }

    @Override
    public boolean offer(Tuple tuple) {
        if (session.isClosed()) {
            return true;
        }
        DataTuple result = (DataTuple) tuple;
        if (refusedTuple != result) {
            // The path recognises a message of which it has sent a part
            refusedTuple = result;
            refusedMessage = new ServiceMessage(
                    Verb.RESULT,
                    result.stream().index(),
                    task,
                    result.sourceTask(),
                    0,
                    session.client(),
                    number,
                    result.array());
        }
        ServiceMessage message = refusedMessage;
        try {
            refused = sent - consumed >= window || !session.sendNow(message);
        } catch (CodecException e) {
            // The client will not consume it
            session.undeliverable(message, e);
            refused = false;
            return true;
        }
        if (!refused) {
            sent++;
            total.sent();
            refusedTuple = null;
            refusedMessage = null;
        }
        return !refused;
    }

    /** @param message message that may say how many tuples the client has dropped */
    void consumed(ServiceMessage message) {
        consumed = message.code();
        if (message.values() != null && message.values()[0] instanceof Long told) {
            dropped = told;
        }
        retry();
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns how many tuples are under way to the client. */
    @Override
    public int waiting() {
        return sent - consumed;
    }

    @Override
    public long droppedOldest() {
        return dropped;
    }

    @Override
    public long lostOnTheirWay() {
        return lost;
    }

    @Override
    public boolean holdsBack() {
        return sent - consumed >= window;
    }

    /** Lets the task offer its tuple again if this has refused it and has credit. */
    void retry() {
        if (refused && sent - consumed < window) {
            refused = false;
            port.roomMade();
        }
    }

    /** Returns whether a tuple waits only for room on the path. */
    boolean waitsForRoom() {
        return refused && sent - consumed < window;
    }

    void subscribe() {
        port.subscribe(this);
    }

    void unsubscribe() {
        port.unsubscribe(this);
    }

    /** Forgets the count of the subscription, which does not go on. */
    void forgetIn(SentResults results) {
        results.forget(total);
    }
}
