// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TupleBatchTest {

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final TupleDecoder decoder = new TupleDecoder(
            codec,
            (task, index) -> index == StreamRef.BARRIERS
                    ? Barrier.STREAM
                    : index == StreamRef.WATERMARKS ? Watermark.STREAM : null,
            () -> 0);
    private final TupleEncoder encoder = new TupleEncoder(codec, 1 << 20, () -> 0);
    private final TupleBatch batch = new TupleBatch(encoder, 1_000);

    private static DataTuple barrier(int source, int target, long id) {
        return new DataTuple(Barrier.STREAM, source, target, DataTuple.UNKNOWN_TIME, Barrier.values(id));
    }

    private boolean add(DataTuple tuple) {
        return batch.add(tuple, encoder.sizeOf(tuple));
    }

    private List<String> read(ByteBuffer buffer, int offset, int length) {
        List<String> tuples = new ArrayList<>();
        TupleBatch.read(buffer, offset, length, (target, bytes, at, size) -> {
            DataTuple tuple = decoder.read(target, bytes, at, size);
            tuples.add(tuple.sourceTask() + ">" + target + " " + tuple.values());
        });
        return tuples;
    }

    @Test
    void tuplesComeBackInOrderWhereverTheMessageLies() {
        assertThat(batch.isEmpty()).isTrue();
        add(barrier(3, 1, 7));
        add(new DataTuple(Watermark.STREAM, 4, 2, DataTuple.UNKNOWN_TIME, Watermark.values(-5)));
        add(barrier(5, 1, 8));
        ByteBuffer buffer = ByteBuffer.allocateDirect(2_000).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(24, batch.message(), 0, batch.length());
        assertThat(TupleBatch.isBatch(buffer, 24, batch.length())).isTrue();
        assertThat(TupleDecoder.isTuple(buffer, 24, batch.length())).isFalse();
        assertThat(read(buffer, 24, batch.length())).containsExactly("3>1 [7, 0]", "4>2 [-5]", "5>1 [8, 0]");
        batch.clear();
        assertThat(read(batch.message(), 0, batch.length())).isEmpty();
    }

    @Test
    void aFullBatchRefusesAndKeepsWhatItHas() {
        int taken = 0;
        while (add(barrier(1, taken, taken))) {
            taken++;
        }
        assertThat(taken).isBetween(10, 1_000 / 32);
        assertThat(batch.length()).isLessThanOrEqualTo(1_000);
        assertThat(read(batch.message(), 0, batch.length()))
                .hasSize(taken)
                .last()
                .isEqualTo("1>" + (taken - 1) + " [" + (taken - 1) + ", 0]");
    }

    @Test
    void bytesAreNotTrusted() {
        for (int i = 0; i < 5; i++) {
            add(barrier(i, i, i));
        }
        int length = batch.length();
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.put(0, batch.message(), 0, length);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes.put(8 + random.nextInt(length - 8), (byte) random.nextInt());
            }
            try {
                read(bytes, 0, 1 + random.nextInt(length));
            } catch (CodecException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
        assertThatThrownBy(() -> read(batch.message(), 0, length - 1))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("has no tuple at");
    }
}
