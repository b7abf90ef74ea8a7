package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.ProtocolViolation;
import io.millrace.transport.frame.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The acceptor's side of the handshake: checks HELLO, answers ACCEPT or REFUSE, and logs why it refused. One per inbound connection, on its event loop.
 */
final class InboundHandshake {

    private static final Logger LOG = LoggerFactory.getLogger(InboundHandshake.class);

    private final Endpoint endpoint;
    private final Admission admission;
    private final InboundConnection connection;
    private Hello hello;
    private RefusalCause reason;

    InboundHandshake(Endpoint endpoint, Admission admission, InboundConnection connection) {
        this.endpoint = endpoint;
        this.admission = admission;
        this.connection = connection;
    }

    /** The connection is open, and HELLO has not been received. */
    void onOpened() {
        InboundConnection silent = admission.enter(connection);
        if (silent != null) {
            silent.executeClose(
                    CloseCause.TOO_MANY_CONNECTIONS, "too many connections that have not said who they are", () -> {});
        }
    }

    void onEncryptedPeer(String detail) {
        refuse(new Refusal(RefusalCause.ENCRYPTION, detail), CloseCause.ENCRYPTION);
    }

    /** The answer, not encrypted, to a peer that should have spoken TLS. */
    Refusal refusePlain() {
        reason = RefusalCause.ENCRYPTION;
        endpoint.refusals.add(RefusalCause.ENCRYPTION, 1);
        return new Refusal(
                RefusalCause.ENCRYPTION,
                "this worker takes connections with TLS only: set transport.tls.* on all nodes or on none");
    }

    void onHello(Hello said) {
        if (hello != null) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a second HELLO");
        }
        hello = said;
        Refusal refusal = said.judge(endpoint.config);
        if (refusal == null && !endpoint.memory.admits()) {
            refusal = new Refusal(
                    RefusalCause.MEMORY,
                    endpoint.memory.orphanedBytes()
                            + " bytes of lost connections are still held here: release them, or raise"
                            + " transport.inbound.memory.bytes");
        }
        if (refusal != null) {
            refuse(refusal, CloseCause.REFUSED);
            return;
        }
        Admission.Verdict verdict = admission.admit(said, connection);
        if (verdict.refusal() != null) {
            refuse(verdict.refusal(), CloseCause.REFUSED);
        } else if (verdict.replaced() == null) {
            accept();
        } else {
            // Everything that the old connection received is delivered before the new one begins, even if it has
            // another event loop.
            LOG.info("worker {} connected anew", said.sender());
            Channel mine = connection.channel();
            verdict.replaced()
                    .executeClose(
                            CloseCause.REPLACED,
                            "the worker connected anew",
                            () -> mine.eventLoop().execute(this::accept));
        }
    }

    private void refuse(Refusal refusal, CloseCause cause) {
        reason = refusal.cause();
        endpoint.refusals.add(refusal.cause(), 1);
        connection.endsFor(cause, refusal.reason());
        ByteBuf answer = connection.context().alloc().buffer(FrameDescriptor.MAX_HANDSHAKE_BYTES);
        refusal.encode(answer);
        connection.context().writeAndFlush(answer).addListener(done -> connection.close(cause, refusal.reason()));
    }

    private void accept() {
        if (!connection.channel().isActive()) {
            return;
        }
        ByteBuf answer = connection.context().alloc().buffer(FrameDescriptor.ACCEPT_BYTES);
        FrameDescriptor.writeHeader(answer, FrameDescriptor.ACCEPT_BYTES, FrameDescriptor.ACCEPT);
        answer.writeIntLE(FrameDescriptor.MAGIC)
                .writeIntLE(FrameDescriptor.VERSION)
                .writeIntLE(endpoint.config.windowMinBytes());
        connection.context().writeAndFlush(answer, connection.context().voidPromise());
        endpoint.accepted.incrementAndGet();
        endpoint.established.incrementAndGet();
        LOG.info(
                "worker {} epoch {} connected from {}",
                hello.sender(),
                hello.epoch(),
                connection.channel().remoteAddress());
        connection.onAccepted(hello.sender());
    }

    /** The connection is gone. */
    void onGone(CloseCause cause, String detail, boolean wasAccepted) {
        admission.leave(connection);
        if (wasAccepted) {
            endpoint.established.decrementAndGet();
            LOG.info("worker {} epoch {} is disconnected: {}", hello.sender(), hello.epoch(), detail);
        } else {
            sayRefused(cause, detail);
        }
        // Last, so that the reason is in the log before the count rises.
        endpoint.closes.add(cause, 1);
    }

    /** Once per cause and host, because refused peers try again, and a flood must not fill the log. */
    private void sayRefused(CloseCause cause, String detail) {
        boolean harmless = cause == CloseCause.CLOSED || cause == CloseCause.REMOTE_CLOSED;
        Channel channel = connection.channel();
        if (!harmless && admission.refusalLog.isNews(reason == null ? cause : reason, channel.remoteAddress())) {
            LOG.warn("refused {}: {}", channel.remoteAddress(), detail);
        } else {
            LOG.debug("refused {}: {}", channel.remoteAddress(), detail);
        }
    }
}
