// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.Challenge;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.Proof;
import io.millrace.transport.frame.ProtocolViolation;
import io.millrace.transport.frame.Refusal;
import io.millrace.transport.frame.UntrustedText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The acceptor's side of the handshake: answers HELLO with CHALLENGE, and PROOF with ACCEPT or REFUSE, and logs why it
 * refused. No claim of the peer is kept, named or answered before its proof is right. One per inbound connection, on
 * its event loop.
 */
final class InboundHandshake {

    private static final Logger LOG = LoggerFactory.getLogger(InboundHandshake.class);

    private enum Step {
        HELLO,
        PROOF,
        /** The peer has proven who it is, and is not expected yet. */
        WAITING,
        DONE
    }

    private final Endpoint endpoint;
    private final Admission admission;
    private final InboundConnection connection;
    private Step step = Step.HELLO;
    private Hello hello;
    private byte[] proof;
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
                    CloseCause.TOO_MANY_CONNECTIONS,
                    "too many connections that have not proven who they are",
                    () -> {});
        }
    }

    void onEncryptedPeer(String detail) {
        refuse(Refusal.ofStranger(RefusalCause.ENCRYPTION), CloseCause.ENCRYPTION, detail);
    }

    /** Returns the refusal, not encrypted, for a peer that should have spoken TLS. */
    Refusal refusePlain() {
        reason = RefusalCause.ENCRYPTION;
        endpoint.refusals.add(RefusalCause.ENCRYPTION, 1);
        return Refusal.ofStranger(RefusalCause.ENCRYPTION);
    }

    void onFrame(int type, ByteBuf in, int index, int length) {
        if (type == FrameDescriptor.HELLO) {
            onHello(in, index, length);
        } else if (type == FrameDescriptor.PROOF) {
            onProof(in, index, length);
        } else {
            throw new ProtocolViolation(CloseCause.NOT_A_WORKER, "a frame of type " + type + " in the handshake");
        }
    }

    private void onHello(ByteBuf in, int index, int length) {
        expect(Step.HELLO, "HELLO");
        int version = Hello.version(in, index, length);
        if (version != FrameDescriptor.VERSION) {
            refuse(
                    Refusal.ofStranger(RefusalCause.VERSION),
                    CloseCause.REFUSED,
                    "it speaks version " + version + " of the protocol, and this end " + FrameDescriptor.VERSION
                            + ": run the same release on all nodes");
            return;
        }
        hello = Hello.decode(in, index, length);
        byte[] said = new byte[length];
        in.getBytes(index, said);
        byte[] nonce = endpoint.nonce();
        Proof proofs = Proof.of(
                endpoint.config,
                endpoint.config.identity().workerId(),
                endpoint.config.identity().epoch(),
                said,
                nonce);
        proof = proofs.ofDialler();
        step = Step.PROOF;
        ByteBuf challenge = connection.context().alloc().buffer(FrameDescriptor.CHALLENGE_BYTES);
        Challenge.encode(challenge, nonce, proofs.ofAcceptor());
        connection.context().writeAndFlush(challenge, connection.context().voidPromise());
    }

    private void expect(Step now, String what) {
        if (step != now) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a " + what + " out of turn");
        }
    }

    private void onProof(ByteBuf in, int index, int length) {
        expect(Step.PROOF, "PROOF");
        Connection.expectLength(length, FrameDescriptor.PROOF_BYTES, "PROOF");
        if (!Proof.isAt(in, index + FrameDescriptor.PROOF_OFFSET, proof)) {
            refuse(
                    Refusal.ofStranger(RefusalCause.UNPROVEN),
                    CloseCause.REFUSED,
                    "it has not proven that it belongs to this submission of the topology");
            return;
        }
        Refusal refusal = hello.judge(endpoint.config);
        if (refusal == null && !endpoint.memory.admits()) {
            refusal = new Refusal(
                    RefusalCause.MEMORY,
                    endpoint.memory.orphanedBytes()
                            + " bytes of lost connections are still held here: release them, or raise"
                            + " transport.inbound.memory.bytes");
        }
        if (refusal == null) {
            admit();
        } else {
            refuse(refusal);
        }
    }

    /** Asks {@link Admission} again for a peer that waits, as other workers are expected now. */
    void onExpected() {
        if (step == Step.WAITING) {
            admit();
        }
    }

    /** The connection has been open for so long, and the peer is not accepted. */
    void onAge(long nanos) {
        if (step == Step.WAITING
                && nanos > endpoint.config.times().handshakeTimeout().toNanos() / 2) {
            // The dialler still listens
            refuse(Admission.unexpected(hello));
        }
    }

    private void admit() {
        Admission.Verdict verdict = admission.admit(hello, connection);
        if (verdict.waits()) {
            step = Step.WAITING;
        } else if (verdict.refusal() != null) {
            refuse(verdict.refusal());
        } else if (verdict.replaced() == null) {
            step = Step.DONE;
            accept();
        } else {
            step = Step.DONE;
            // Everything that the old connection received is delivered before the new one begins, even if it has
            // another event loop.
            LOG.info("worker {} connected anew", hello.sender());
            Channel mine = connection.channel();
            verdict.replaced()
                    .executeClose(
                            CloseCause.REPLACED,
                            "the worker connected anew",
                            () -> mine.eventLoop().execute(this::accept));
        }
    }

    private void refuse(Refusal refusal) {
        refuse(refusal, CloseCause.REFUSED, refusal.reason());
    }

    /** @param detail for this end's log */
    private void refuse(Refusal refusal, CloseCause cause, String detail) {
        step = Step.DONE;
        reason = refusal.cause();
        endpoint.refusals.add(refusal.cause(), 1);
        connection.endsFor(cause, detail);
        ByteBuf answer = connection.context().alloc().buffer(FrameDescriptor.MAX_HANDSHAKE_BYTES);
        refusal.encode(answer);
        connection.context().writeAndFlush(answer).addListener(done -> connection.close(cause, detail));
    }

    private void accept() {
        if (!connection.channel().isActive()) {
            return;
        }
        ByteBuf answer = connection.context().alloc().buffer(FrameDescriptor.ACCEPT_BYTES);
        FrameDescriptor.writeHeader(answer, FrameDescriptor.ACCEPT_BYTES, FrameDescriptor.ACCEPT);
        answer.writeIntLE(FrameDescriptor.MAGIC)
                .writeIntLE(FrameDescriptor.VERSION)
                .writeIntLE(endpoint.config.memory().windowMinBytes());
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
            LOG.info(
                    "worker {} epoch {} is disconnected: {}",
                    hello.sender(),
                    hello.epoch(),
                    UntrustedText.shown(detail));
        } else {
            sayRefused(cause, detail);
        }
        // This comes last, so that the reason is in the log before the count rises.
        endpoint.closes.add(cause, 1);
    }

    /** Logs a refusal once per cause and host, because refused peers try again, and a flood must not fill the log. */
    private void sayRefused(CloseCause cause, String detail) {
        boolean harmless = cause == CloseCause.CLOSED || cause == CloseCause.REMOTE_CLOSED;
        Channel channel = connection.channel();
        if (!harmless && admission.refusalLog.isNews(reason == null ? cause : reason, channel.remoteAddress())) {
            LOG.warn("refused {}: {}", channel.remoteAddress(), UntrustedText.shown(detail));
        } else if (LOG.isDebugEnabled()) {
            LOG.debug("refused {}: {}", channel.remoteAddress(), UntrustedText.shown(detail));
        }
    }
}
