// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Checksums by CRC32C, and their form in manifests and names of objects. */
final class Crc {

    private Crc() {}

    /** Returns the checksum of the bytes from position to limit, which stay as they are. */
    static int of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    /** Returns 8 hexadecimal digits in small letters. */
    static String digest(int crc) {
        return HexFormat.of().toHexDigits(crc);
    }
}
