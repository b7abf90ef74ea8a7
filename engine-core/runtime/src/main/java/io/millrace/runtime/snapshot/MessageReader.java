// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.LENGTH_BYTES;

import io.millrace.runtime.codec.CodecException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the part of a message about snapshots behind the head, and never beyond its end. */
final class MessageReader {

    private final ByteBuffer bytes;

    /** @param bytes little-endian buffer; owned by this reader from now on */
    MessageReader(ByteBuffer bytes, int from, int end) {
        this.bytes = bytes.limit(end).position(from);
    }

    String text() {
        int length = length(1);
        ByteBuffer utf8 = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
        } catch (CharacterCodingException e) {
            throw new CodecException("a message about snapshots has a text that is not UTF-8: it is malformed", e);
        }
    }

    List<String> texts() {
        int count = length(LENGTH_BYTES);
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    long number() {
        require(Long.BYTES);
        return bytes.getLong();
    }

    /** Checks that nothing more follows. */
    void end() {
        if (bytes.hasRemaining()) {
            throw new CodecException(
                    "a message about snapshots has " + bytes.remaining() + " bytes too many: it is malformed");
        }
    }

    /** Reads how many parts of at least this number of bytes follow. */
    private int length(int least) {
        require(LENGTH_BYTES);
        int length = bytes.getInt();
        if (length < 0 || (long) length * least > bytes.remaining()) {
            throw new CodecException("a message about snapshots names " + length + " parts of at least " + least
                    + " bytes, and " + bytes.remaining() + " bytes follow: it is malformed");
        }
        return length;
    }

    private void require(int length) {
        if (bytes.remaining() < length) {
            throw new CodecException("a message about snapshots ends " + (length - bytes.remaining())
                    + " bytes too early: it is malformed");
        }
    }
}
