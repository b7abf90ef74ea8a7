// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.PeerAddress;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.frame.Challenge;
import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.Hello;
import io.millrace.transport.frame.Proof;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** The dialler's side of a handshake, spoken by hand on a socket. */
final class TestHandshake {

    private final TransportConfig config;
    private final PeerAddress to;
    private final byte[] hello;

    TestHandshake(TransportConfig config, PeerAddress to, long attempt) {
        this(config, to, Hello.of(config, to, 1, attempt));
    }

    TestHandshake(TransportConfig config, PeerAddress to, Hello hello) {
        byte[] nonce = new byte[FrameDescriptor.NONCE_BYTES];
        ThreadLocalRandom.current().nextBytes(nonce);
        this.config = config;
        this.to = to;
        this.hello = hello.frame(nonce);
    }

    byte[] hello() {
        return hello.clone();
    }

    /** Sends HELLO and reads the CHALLENGE. */
    ByteBuf challenge(Socket socket) throws IOException {
        socket.getOutputStream().write(hello);
        ByteBuf challenge = frame(socket);
        assertThat(type(challenge)).isEqualTo(FrameDescriptor.CHALLENGE);
        return challenge;
    }

    /** Returns the right answer to a CHALLENGE. */
    byte[] answer(ByteBuf challenge) {
        ByteBuf out = Unpooled.buffer();
        Challenge.encodeAnswer(out, proof(challenge).ofDialler());
        return bytes(out);
    }

    Proof proof(ByteBuf challenge) {
        return Proof.of(
                config, to.workerId(), to.epoch(), hello, Challenge.nonce(challenge, 0, challenge.readableBytes()));
    }

    /** Does the whole handshake, and is accepted. */
    void accepted(Socket socket) throws IOException {
        socket.getOutputStream().write(answer(challenge(socket)));
        assertThat(type(frame(socket))).isEqualTo(FrameDescriptor.ACCEPT);
    }

    static int type(ByteBuf frame) {
        return frame.getByte(4);
    }

    static ByteBuf frame(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] length = in.readNBytes(Integer.BYTES);
        if (length.length < Integer.BYTES) {
            throw new EOFException("the other end has closed");
        }
        int rest = Unpooled.wrappedBuffer(length).getIntLE(0) - Integer.BYTES;
        return Unpooled.wrappedBuffer(length, in.readNBytes(rest));
    }

    static byte[] bytes(ByteBuf from) {
        byte[] all = new byte[from.readableBytes()];
        from.readBytes(all);
        return all;
    }
}
