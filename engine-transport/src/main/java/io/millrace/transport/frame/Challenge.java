// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;
import io.netty.buffer.ByteBuf;

/**
 * The acceptor's answer to HELLO: its random number and its proof; and the dialler's answer to that, which is its proof
 * alone.
 */
public final class Challenge {

    private Challenge() {}

    /** @param proof the acceptor's proof */
    public static void encode(ByteBuf out, byte[] nonce, byte[] proof) {
        FrameDescriptor.writeHeader(out, FrameDescriptor.CHALLENGE_BYTES, FrameDescriptor.CHALLENGE);
        out.writeIntLE(FrameDescriptor.MAGIC).writeIntLE(FrameDescriptor.VERSION);
        out.writeBytes(nonce).writeBytes(proof);
    }

    /** Returns the random number in a CHALLENGE. */
    public static byte[] nonce(ByteBuf in, int index, int length) {
        if (length != FrameDescriptor.CHALLENGE_BYTES) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a CHALLENGE of " + length + " bytes");
        }
        int version = Hello.version(in, index, length);
        if (version != FrameDescriptor.VERSION) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a CHALLENGE of version " + version);
        }
        byte[] nonce = new byte[FrameDescriptor.NONCE_BYTES];
        in.getBytes(index + FrameDescriptor.CHALLENGE_NONCE_OFFSET, nonce);
        return nonce;
    }

    /** @param proof the dialler's proof */
    public static void encodeAnswer(ByteBuf out, byte[] proof) {
        FrameDescriptor.writeHeader(out, FrameDescriptor.PROOF_BYTES, FrameDescriptor.PROOF);
        out.writeBytes(proof);
    }
}
