// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that the workers and services of one submission share: each end of a connection proves by it that it
 * belongs to the submission. {@link #toString()} does not show the bytes, so that no log and no message does.
 * Immutable: nobody may change the bytes.
 *
 * @param bytes the secret, at least 16 bytes
 */
public record LinkSecret(byte[] bytes) {

    /** The length of a {@link #proof}: HMAC-SHA-256, RFC 2104. */
    public static final int PROOF_BYTES = 32;

    private static final int LEAST_BYTES = 16;
    private static final int RANDOM_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    public LinkSecret {
        if (bytes == null || bytes.length < LEAST_BYTES) {
            throw new IllegalArgumentException("a secret for links has " + (bytes == null ? 0 : bytes.length)
                    + " bytes: it must have " + LEAST_BYTES + " or more");
        }
    }

    /** Makes a random secret that nobody can guess. */
    public static LinkSecret random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new LinkSecret(bytes);
    }

    /**
     * Returns the HMAC of these parts, which only an owner of the secret can compute. The parts are concatenated: the
     * caller separates them.
     */
    public byte[] proof(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinkSecret secret && MessageDigest.isEqual(bytes, secret.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "LinkSecret[" + bytes.length + " bytes]";
    }
}
