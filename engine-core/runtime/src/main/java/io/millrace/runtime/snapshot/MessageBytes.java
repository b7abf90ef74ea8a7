// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.GENERATION_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.HEAD;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.KIND_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.LENGTH_BYTES;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.NUMBER_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.SNAPSHOT;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.SNAPSHOT_ID_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.SOURCE_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.VERB_OFFSET;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The bytes of one message about snapshots while they are written. Memory is not reused, as such messages are rare. */
final class MessageBytes {

    private ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    void head(byte verb, int source, long generation, long snapshotId, long number) {
        bytes.put(KIND_OFFSET, SNAPSHOT);
        bytes.put(VERB_OFFSET, verb);
        bytes.putInt(SOURCE_OFFSET, source);
        bytes.putLong(GENERATION_OFFSET, generation);
        bytes.putLong(SNAPSHOT_ID_OFFSET, snapshotId);
        bytes.putLong(NUMBER_OFFSET, number);
        bytes.position(HEAD);
    }

    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        room(LENGTH_BYTES + utf8.length);
        bytes.putInt(utf8.length).put(utf8);
    }

    void count(int count) {
        room(Integer.BYTES);
        bytes.putInt(count);
    }

    void number(long number) {
        room(Long.BYTES);
        bytes.putLong(number);
    }

    ByteBuffer flip() {
        return bytes.flip();
    }

    private void room(int length) {
        if (bytes.remaining() < length) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(2 * bytes.capacity(), bytes.position() + length))
                    .order(ByteOrder.LITTLE_ENDIAN);
            bytes = larger.put(bytes.flip());
        }
    }
}
