// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.frame.Challenge;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.Proof;
import io.millrace.transport.frame.ProtocolViolation;
import io.millrace.transport.frame.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The dialler's end of a connection: sends HELLO, its proof, and the messages of its {@link PeerLink}, and receives
 * credit. It sends no message before the other end has proven that it is the worker that was dialled. Runs on the
 * link's event loop.
 */
public final class OutboundConnection extends Connection {

    private final PeerLink link;

    /** The HELLO frame that was sent. */
    private byte[] hello;

    /** Whether the other end has proven its identity. */
    private boolean proven;

    public OutboundConnection(Endpoint endpoint, Ticker ticker, PeerLink link) {
        super(endpoint, ticker);
        this.link = link;
    }

    @Override
    void onOpened() {
        if (!link.onOpened(this)) {
            close(CloseCause.CLOSED, "the peer was closed meanwhile");
            return;
        }
        hello = Hello.of(endpoint.config, link.address(), endpoint.process, endpoint.attempts.incrementAndGet())
                .frame(endpoint.nonce());
        context().writeAndFlush(Unpooled.wrappedBuffer(hello), context().voidPromise());
    }

    @Override
    void onEncryptedPeer(String detail) {
        close(CloseCause.ENCRYPTION, detail);
    }

    @Override
    void onOtherFrame(int type, int flags, ByteBuf in, int index, int length) {
        if (!isEstablished()) {
            onAnswer(type, in, index, length);
        } else if (type == FrameDescriptor.CREDIT) {
            onCredit(in, index, length);
        } else {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a frame of type " + type + " for a sender");
        }
    }

    private void onAnswer(int type, ByteBuf in, int index, int length) {
        if (type == FrameDescriptor.REFUSE) {
            Refusal refusal = Refusal.decode(in, index, length);
            link.onRefused(refusal);
            close(CloseCause.REFUSED, "refused: " + (proven ? refusal.reason() : refusal.byStranger()));
        } else if (type == FrameDescriptor.CHALLENGE && !proven) {
            onChallenge(in, index, length);
        } else if (type == FrameDescriptor.ACCEPT && proven) {
            expectLength(length, FrameDescriptor.ACCEPT_BYTES, "ACCEPT");
            Hello.checkMagic(in, index, length);
            int window = in.getIntLE(index + FrameDescriptor.ACCEPT_WINDOW_OFFSET);
            if (window < endpoint.config.messages().frameBytes()) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "an initial window of " + window + " bytes");
            }
            establish();
            link.onEstablished(window);
        } else {
            throw new ProtocolViolation(CloseCause.NOT_A_WORKER, "a frame of type " + type + " as answer to HELLO");
        }
    }

    private void onChallenge(ByteBuf in, int index, int length) {
        PeerAddress peer = link.address();
        byte[] nonce = Challenge.nonce(in, index, length);
        Proof proof = Proof.of(endpoint.config, peer.workerId(), peer.epoch(), hello, nonce);
        if (!Proof.isAt(in, index + FrameDescriptor.CHALLENGE_PROOF_OFFSET, proof.ofAcceptor())) {
            close(
                    CloseCause.UNPROVEN,
                    "what listens there has not proven that it is this start of this worker of this submission: another"
                            + " process may have its port");
            return;
        }
        proven = true;
        ByteBuf answer = context().alloc().buffer(FrameDescriptor.PROOF_BYTES);
        Challenge.encodeAnswer(answer, proof.ofDialler());
        context().writeAndFlush(answer, context().voidPromise());
    }

    private void onCredit(ByteBuf in, int index, int length) {
        int entries = length - FrameDescriptor.CREDIT_HEADER_BYTES;
        if (entries < 0 || entries % FrameDescriptor.CREDIT_ENTRY_BYTES != 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a CREDIT of " + length + " bytes");
        }
        onConfirmed(in.getLongLE(index + FrameDescriptor.CREDIT_RECEIVED_OFFSET));
        for (int at = index + FrameDescriptor.CREDIT_HEADER_BYTES;
                at < index + length;
                at += FrameDescriptor.CREDIT_ENTRY_BYTES) {
            link.onCredit(
                    in.getIntLE(at),
                    in.getLongLE(at + FrameDescriptor.CREDIT_CONSUMED_OFFSET),
                    in.getLongLE(at + FrameDescriptor.CREDIT_LIMIT_OFFSET));
        }
    }

    /**
     * The receiver's delay probe sends its ping when the queue is empty: a ping of this end then measures the delay
     * alone.
     */
    @Override
    boolean echoesPings() {
        return true;
    }

    @Override
    boolean hasWork() {
        return link.hasWork();
    }

    @Override
    void fill(ByteBuf batch) {
        link.fill(batch);
    }

    @Override
    void onWritten(int bytes) {
        link.onWritten(bytes);
    }

    @Override
    long receivedMessages() {
        return 0;
    }

    @Override
    void onConfirmed(long messages) {
        link.onConfirmed(messages);
    }

    @Override
    void onTick(long nowNanos) {
        // The link has its own tick, also between connections.
    }

    @Override
    void onGone(CloseCause cause, String detail) {
        link.onGone(this, cause, detail);
    }
}
