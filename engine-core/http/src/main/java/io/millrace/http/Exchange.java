// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * One request, from its header to its reply: how much of its body has come, where the body goes, and who waits for the
 * reply. Only the event loop uses it, except as an {@link Answer}.
 */
final class Exchange implements Answer {

    private static final Runnable NOTHING = () -> {};

    private enum Reply {
        AWAITED,
        SENT,
        UNWANTED
    }

    private final HttpConnection connection;
    private final RequestHead head;

    private boolean bodyComplete;
    private boolean keepsAlive;
    private long bodyBytes;
    private long stepBytes;
    private long mostBytes;
    private BodySink sink = BodySink.NONE;

    private Reply reply = Reply.AWAITED;
    private Runnable gone = NOTHING;

    Exchange(HttpConnection connection, RequestHead head) {
        this.connection = connection;
        this.head = head;
        this.bodyComplete = !head.hasBody();
        this.keepsAlive = head.keepsAlive();
    }

    RequestHead head() {
        return head;
    }

    /** Takes the body from now on. The handler of a stream may answer at once. */
    void take(Admission.Taken body) {
        mostBytes = body.mostBytes();
        if (body instanceof Admission.Whole whole) {
            sink = new WholeBody(
                    (int) head.announcedBytes(),
                    (int) whole.mostBytes(),
                    connection::hold,
                    bytes -> whole.handler().handle(bytes, this));
        } else if (body instanceof Admission.Streamed streamed) {
            BodyStream stream = new BodyStream(() -> connection.readMore(this));
            sink = stream;
            streamed.handler().handle(stream, this);
        }
    }

    /** Counts the next part of the body, whatever becomes of it. */
    void count(HttpContent part) {
        bodyBytes += part.content().readableBytes();
        bodyComplete |= head.framed() && part instanceof LastHttpContent;
    }

    /**
     * Takes the next part of the body. Returns whether there is room for another.
     *
     * @throws Refused if the part is malformed, or the body too long
     */
    boolean add(HttpContent part) {
        if (part.decoderResult().isFailure()) {
            keepsAlive = false;
            throw Refused.notUnderstood(part.decoderResult().cause());
        }
        if (bodyBytes > mostBytes) {
            throw Refused.tooLong(mostBytes);
        }
        int count = part.content().readableBytes();
        stepBytes += count;
        return count == 0 || sink.add(part.content());
    }

    /** Whether a step of the body has come, for which the client has a time of its own. If so, the next one begins. */
    boolean isStepComplete() {
        if (stepBytes < HttpLimits.BODY_STEP_BYTES) {
            return false;
        }
        stepBytes = 0;
        return true;
    }

    void beginStep() {
        stepBytes = 0;
    }

    boolean isBodyComplete() {
        return bodyComplete;
    }

    /** Hands over the body. Its handler may answer at once. */
    void endBody() {
        BodySink complete = sink;
        sink = BodySink.NONE;
        complete.end();
    }

    /** Whether another request may follow once this one is answered: the rest of a body would be taken for one. */
    boolean keepsAlive() {
        return keepsAlive && bodyComplete;
    }

    /** Whether the reply of the handler is awaited. */
    boolean isAwaited() {
        return reply == Reply.AWAITED;
    }

    /** The reply of the handler is about to be sent. Returns false if nobody waits for it. */
    boolean answer() {
        if (!isAwaited()) {
            return false;
        }
        reply = Reply.SENT;
        return true;
    }

    /** Ends what the handler does, as the connection is closed, or a reply is sent. */
    void end(String why) {
        sink.fail(why);
        sink = BodySink.NONE;
        Runnable action = gone;
        gone = NOTHING;
        if (isAwaited()) {
            reply = Reply.UNWANTED;
            action.run();
        }
    }

    @Override
    public void send(HttpReply answer) {
        if (!connection.onLoop(() -> connection.answered(this, answer))) {
            answer.close();
        }
    }

    @Override
    public void whenGone(Runnable action) {
        if (!connection.onLoop(() -> watch(action))) {
            action.run();
        }
    }

    private void watch(Runnable action) {
        if (isAwaited()) {
            gone = action;
        } else if (reply == Reply.UNWANTED) {
            action.run();
        }
    }
}
