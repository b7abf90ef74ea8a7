// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes random secrets that nobody can guess. Any thread. */
public final class Secrets {

    private Secrets() {}

    /** Returns so many random bytes in hexadecimal. */
    public static String hex(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
