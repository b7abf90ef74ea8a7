// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.TransportConfig;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The proofs of one handshake, by which each end shows that it knows the secret of the submission. They cover the whole
 * handshake: the whole HELLO, both random numbers, the cluster, the topology, and the acceptor as the prover knows it.
 * So a recorded proof is worth nothing for another connection, another worker or the other direction.
 */
public final class Proof {

    private static final byte[] DIALLER = "millrace link dialler".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACCEPTOR = "millrace link acceptor".getBytes(StandardCharsets.US_ASCII);

    private final TransportConfig config;
    private final byte[] said;

    private Proof(TransportConfig config, String acceptor, long acceptorEpoch, byte[] hello, byte[] nonce) {
        byte[][] parts = {
            utf8(config.identity().cluster()), utf8(config.identity().topology()), utf8(acceptor), hello, nonce
        };
        int length = Long.BYTES;
        for (byte[] part : parts) {
            length += Integer.BYTES + part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(acceptorEpoch);
        for (byte[] part : parts) {
            // The length comes first, so that no two handshakes have the same text
            all.putInt(part.length).put(part);
        }
        this.config = config;
        this.said = all.array();
    }

    /**
     * Returns the proofs of the handshake in which this end takes part.
     *
     * @param config the configuration of this end
     * @param acceptor the name of the worker that accepts, as this end knows it
     * @param hello the whole HELLO frame
     * @param nonce the acceptor's random number
     */
    public static Proof of(TransportConfig config, String acceptor, long acceptorEpoch, byte[] hello, byte[] nonce) {
        return new Proof(config, acceptor, acceptorEpoch, hello, nonce);
    }

    public byte[] ofDialler() {
        return prove(DIALLER);
    }

    public byte[] ofAcceptor() {
        return prove(ACCEPTOR);
    }

    private byte[] prove(byte[] role) {
        return config.identity().secret().proof(new byte[] {(byte) role.length}, role, said);
    }

    /** Compares a frame with this proof in constant time. */
    public static boolean isAt(ByteBuf in, int index, byte[] proof) {
        byte[] shown = new byte[proof.length];
        in.getBytes(index, shown);
        return MessageDigest.isEqual(shown, proof);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
