package io.millrace.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Records in encoded form, one after the other:
 *
 * <pre>
 *   int32  partition   -1: none
 *   int32  key length  -1: no key
 *   bytes  key
 *   int32  value length
 *   bytes  value
 * </pre>
 */
final class RecordBuffer {

    private static final int FIRST_BYTES = 4 << 10;
    private static final int HEAD_BYTES = 3 * Integer.BYTES;

    private ByteBuffer buffer = ByteBuffer.allocate(0);

    void add(OutRecord record) {
        int keyLength = record.key() == null ? 0 : record.key().length;
        ensure(HEAD_BYTES + keyLength + record.value().length);
        buffer.putInt(record.partition() == null ? -1 : record.partition());
        if (record.key() == null) {
            buffer.putInt(-1);
        } else {
            buffer.putInt(keyLength).put(record.key());
        }
        buffer.putInt(record.value().length).put(record.value());
    }

    private void ensure(int more) {
        if (buffer.remaining() < more) {
            int wanted = Math.max(FIRST_BYTES, Math.max(buffer.position() + more, 2 * buffer.capacity()));
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), wanted)).position(buffer.position());
        }
    }

    int bytes() {
        return buffer.position();
    }

    boolean isEmpty() {
        return buffer.position() == 0;
    }

    /** Returns all records, and begins anew. */
    byte[] take() {
        byte[] all = Arrays.copyOf(buffer.array(), buffer.position());
        buffer = ByteBuffer.allocate(0);
        return all;
    }

    /** Calls this for each record of what {@link #take} has returned. */
    static void forEach(byte[] encoded, Consumer<OutRecord> action) {
        ByteBuffer in = ByteBuffer.wrap(encoded);
        while (in.hasRemaining()) {
            int partition = in.getInt();
            byte[] key = next(in, in.getInt());
            byte[] value = next(in, in.getInt());
            action.accept(new OutRecord(partition < 0 ? null : partition, key, value));
        }
    }

    private static byte[] next(ByteBuffer in, int length) {
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
