// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests in lower-case hexadecimal. */
public final class Digest {

    private static final int HEX_DIGITS = 64;
    private static final int BUFFER_BYTES = 1 << 16;

    private Digest() {}

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    public static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the text if it is a digest. */
    public static String checked(String text) {
        if (text == null
                || text.length() != HEX_DIGITS
                || !text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
            throw new ClusterException(Reason.REFUSED, "not a SHA-256 digest in lower-case hexadecimal");
        }
        return text;
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
