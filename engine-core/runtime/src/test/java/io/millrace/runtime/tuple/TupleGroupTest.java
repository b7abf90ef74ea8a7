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

class TupleGroupTest {

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final TupleDecoder decoder = new TupleDecoder(
            codec,
            (task, index) -> index == StreamRef.BARRIERS
                    ? Barrier.STREAM
                    : index == StreamRef.WATERMARKS ? Watermark.STREAM : null,
            () -> 0);
    private final TupleGroup group = new TupleGroup(new TupleEncoder(codec, 1 << 20, () -> 0), 1_000);

    private static DataTuple barrier(int source, int target, long id) {
        return new DataTuple(Barrier.STREAM, source, target, DataTuple.UNKNOWN_TIME, Barrier.values(id));
    }

    private List<String> read(ByteBuffer buffer, int offset, int length) {
        List<String> tuples = new ArrayList<>();
        TupleGroup.read(buffer, offset, length, (target, bytes, at, size) -> {
            DataTuple tuple = decoder.read(target, bytes, at, size);
            tuples.add(tuple.sourceTask() + ">" + target + " " + tuple.values());
        });
        return tuples;
    }

    @Test
    void tuplesComeBackInOrderWhereverTheMessageLies() {
        assertThat(group.isEmpty()).isTrue();
        group.add(barrier(3, 1, 7));
        group.add(new DataTuple(Watermark.STREAM, 4, 2, DataTuple.UNKNOWN_TIME, Watermark.values(-5)));
        group.add(barrier(5, 1, 8));
        ByteBuffer buffer = ByteBuffer.allocateDirect(2_000).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(24, group.message(), 0, group.length());
        assertThat(TupleGroup.isGroup(buffer, 24, group.length())).isTrue();
        assertThat(TupleDecoder.isTuple(buffer, 24, group.length())).isFalse();
        assertThat(read(buffer, 24, group.length())).containsExactly("3>1 [7, 0]", "4>2 [-5]", "5>1 [8, 0]");
        group.clear();
        assertThat(read(group.message(), 0, group.length())).isEmpty();
    }

    @Test
    void aFullGroupRefusesAndKeepsWhatItHas() {
        int taken = 0;
        while (group.add(barrier(1, taken, taken))) {
            taken++;
        }
        assertThat(taken).isBetween(10, 1_000 / 32);
        assertThat(group.length()).isLessThanOrEqualTo(1_000);
        assertThat(read(group.message(), 0, group.length()))
                .hasSize(taken)
                .last()
                .isEqualTo("1>" + (taken - 1) + " [" + (taken - 1) + ", 0]");
    }

    @Test
    void bytesAreNotTrusted() {
        for (int i = 0; i < 5; i++) {
            group.add(barrier(i, i, i));
        }
        int length = group.length();
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.put(0, group.message(), 0, length);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes.put(8 + random.nextInt(length - 8), (byte) random.nextInt());
            }
            try {
                read(bytes, 0, 1 + random.nextInt(length));
            } catch (CodecException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
        assertThatThrownBy(() -> read(group.message(), 0, length - 1))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("has no tuple at");
    }
}
