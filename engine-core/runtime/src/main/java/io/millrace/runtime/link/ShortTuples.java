package io.millrace.runtime.link;

import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encoded tuples that go into a ring together: one claim, one commit and at most one ring of the bell for all of them, as
 * the threads on both sides would otherwise take the ring's cache lines from each other for each tuple. Confined to the source's
 * thread.
 */
final class ShortTuples {

    /** In bytes. What longer tuples cost is copying, which would be done twice. */
    static final int LONGEST = 512;

    /** Of a record: enough that its cost is small beside that of its tuples. Half of the longest record of the smallest ring. */
    private static final int MOST_BYTES = 4 << 10;

    private static final int FIRST_BYTES = 2 * LONGEST;

    /** Target task and length before each tuple. */
    private static final int HEAD = 2 * Integer.BYTES;

    private final TupleEncoder encoder;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int end;
    private int count;

    /** How much of a record they take. */
    private int recordBytes;

    ShortTuples(TupleEncoder encoder) {
        this.encoder = encoder;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean hasRoomFor(int length) {
        return recordBytes + RingProducer.batchBytes(length) <= MOST_BYTES;
    }

    /** Adds a tuple for which there is room, of the length that the encoder has just told. */
    void add(DataTuple tuple, int length) {
        if (end + HEAD + length > bytes.capacity()) {
            grow();
        }
        bytes.putInt(end, tuple.targetTask());
        bytes.putInt(end + Integer.BYTES, length);
        encoder.write(tuple, bytes, end + HEAD);
        end += HEAD + length;
        count++;
        recordBytes += RingProducer.batchBytes(length);
    }

    /** By doubling: a link that never has several tuples at a time keeps little memory. */
    private void grow() {
        int capacity = Math.max(FIRST_BYTES, 2 * bytes.capacity());
        bytes = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN).put(0, bytes, 0, end);
    }

    /**
     * Puts all into a ring.
     *
     * @param headroomBytes as the ring takes it
     * @return false if there is no room
     */
    boolean handOver(RingProducer ring, int headroomBytes) {
        if (count == 1 ? !handOverOne(ring, headroomBytes) : !handOverBatch(ring, headroomBytes)) {
            return false;
        }
        clear();
        return true;
    }

    private boolean handOverOne(RingProducer ring, int headroomBytes) {
        int length = end - HEAD;
        if (!ring.tryClaim(bytes.getInt(0), length, headroomBytes)) {
            return false;
        }
        ring.buffer().put(ring.offset(), bytes, HEAD, length);
        ring.commit();
        return true;
    }

    private boolean handOverBatch(RingProducer ring, int headroomBytes) {
        if (!ring.tryClaimBatch(recordBytes, headroomBytes)) {
            return false;
        }
        for (int at = 0; at < end; ) {
            int length = bytes.getInt(at + Integer.BYTES);
            ring.append(bytes.getInt(at), bytes, at + HEAD, length);
            at += HEAD + length;
        }
        ring.commit();
        return true;
    }

    void clear() {
        end = 0;
        count = 0;
        recordBytes = 0;
    }
}
