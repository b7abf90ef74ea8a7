package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValueCodec;
import io.millrace.runtime.ledger.AckBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TupleMessageTest {

    private static final StreamRef STREAM = new StreamRef("s", 3, "third", Fields.of("a", "b"), false);

    private final ValueCodec codec = new ValueCodec(List.of());
    private final TupleEncoder encoder = new TupleEncoder(codec, 1 << 20);
    private final TupleDecoder decoder =
            new TupleDecoder(codec, (task, index) -> task == 9 && index == 3 ? STREAM : null);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);

    private int write(int roots, int offset) {
        DataTuple tuple = new DataTuple(STREAM, 9, 4, 123_456_789_012L, new Object[] {"text", roots});
        if (roots > 0) {
            long[] further = roots == 1 ? null : new long[2 * (roots - 1)];
            for (int i = 0; i < 2 * (roots - 1); i++) {
                further[i] = 100 + i;
            }
            tuple.track(-5, 7, further);
        }
        int length = encoder.sizeOf(tuple);
        encoder.write(tuple, buffer, offset);
        return length;
    }

    @Test
    void aTupleComesBackWithItsTreesWhereverItLies() {
        for (int roots = 0; roots < 6; roots++) {
            int offset = 8 * roots;
            int length = write(roots, offset);
            assertThat(TupleDecoder.isTuple(buffer, offset, length)).isTrue();
            DataTuple got = decoder.read(4, buffer, offset, length);
            assertThat(got.values()).containsExactly("text", roots);
            assertThat(got.stream()).isSameAs(STREAM);
            assertThat(got.intendedNanos()).isEqualTo(123_456_789_012L);
            assertThat(got.targetTask()).isEqualTo(4);
            assertThat(got.rootCount()).isEqualTo(roots);
            if (roots > 1) {
                assertThat(got.root(0)).isEqualTo(-5);
                assertThat(got.edge(roots - 1)).isEqualTo(100 + 2 * (roots - 1) - 1);
            }
        }
    }

    @Test
    void whateverIsWrongWithTheBytesIsACodecException() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            int length = write(random.nextInt(3), 0);
            for (int i = random.nextInt(4); i >= 0; i--) {
                buffer.put(random.nextInt(length), (byte) random.nextInt());
            }
            int cut = random.nextInt(3) == 0 ? random.nextInt(length + 1) : length;
            try {
                if (TupleDecoder.isTuple(buffer, 0, cut)) {
                    decoder.read(4, buffer, 0, cut);
                } else {
                    AckMessage.read(buffer, 0, cut, new AckBuffer());
                }
            } catch (CodecException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void aHostileNumberOfRootsIsRefused() {
        int length = write(1, 0);
        buffer.putLong(MessageDescriptor.ROOTS_OFFSET, Integer.MAX_VALUE);
        assertThatThrownBy(() -> decoder.read(4, buffer, 0, length))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("2147483647 roots");
        buffer.putLong(MessageDescriptor.ROOTS_OFFSET, -1);
        assertThatThrownBy(() -> decoder.read(4, buffer, 0, length)).isInstanceOf(CodecException.class);
    }

    @Test
    void acksComeBack() {
        AckBuffer acks = new AckBuffer();
        for (int root = 1; root <= 300; root++) {
            acks.ack(root, root * 3L);
            if (root % 2 == 0) {
                acks.fail(root);
            }
        }
        AckBuffer got = new AckBuffer();
        for (int start = 0; start < acks.size(); start = AckMessage.end(acks, start)) {
            int end = AckMessage.end(acks, start);
            int length = AckMessage.sizeOf(acks, start, end);
            assertThat(length).isLessThanOrEqualTo(AckMessage.MAX_BYTES);
            AckMessage.write(acks, start, end, buffer, 0);
            AckMessage.read(buffer, 0, length, got);
        }
        assertThat(got.size()).isEqualTo(300);
        for (int i = 0; i < 300; i++) {
            assertThat(got.edges(i)).isEqualTo(got.root(i) * 3);
            assertThat(got.failed(i)).isEqualTo(got.root(i) % 2 == 0);
        }
    }
}
