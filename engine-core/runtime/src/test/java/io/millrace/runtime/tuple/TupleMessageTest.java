// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.metrics.TracePart;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TupleMessageTest {

    private static final StreamRef STREAM = new StreamRef("s", 3, "third", Fields.of("a", "b"), false);

    private long time = 1000;
    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final TupleEncoder encoder = new TupleEncoder(codec, 1 << 20, () -> ++time);
    private final TupleDecoder decoder =
            new TupleDecoder(codec, (task, index) -> task == 9 && index == 3 ? STREAM : null, () -> ++time);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);

    private int write(int roots, int offset) {
        return write(roots, offset, null);
    }

    private int write(int roots, int offset, StageTimes times) {
        DataTuple tuple = new DataTuple(STREAM, 9, 4, 123_456_789_012L, new Object[] {"text", roots});
        if (roots > 0) {
            long[] further = roots == 1 ? null : new long[2 * (roots - 1)];
            for (int i = 0; i < 2 * (roots - 1); i++) {
                further[i] = 100 + i;
            }
            tuple.track(-5, 7, further);
        }
        tuple.follow(times);
        int length = encoder.sizeOf(tuple);
        assertThat(tuple.bytes()).isEqualTo(length);
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
    void aTupleThatIsNotFollowedHasNothingOfItInItsMessage() {
        int length = write(0, 0);
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        assertThat(HexFormat.of().formatHex(bytes, 0, MessageDescriptor.TUPLE_HEAD))
                .isEqualTo("0100030009000000" + "141a99be1c000000" + "0000000000000000");
        assertThat(codec.read(buffer, MessageDescriptor.TUPLE_HEAD, length)).containsExactly("text", 0);
        assertThat(decoder.read(4, buffer, 0, length).stageTimes()).isNull();
    }

    @Test
    void aTupleThatIsFollowedTakesItsTimesAlong() {
        for (int roots = 0; roots < 3; roots++) {
            StageTimes times = new StageTimes(500);
            times.offer(700);
            time = 1000;
            int length = write(roots, 16, times);
            assertThat(length).isEqualTo(write(roots, 2048) + MessageDescriptor.TIMES_LENGTH);
            DataTuple got = decoder.read(4, buffer, 16, length);
            assertThat(got.values()).containsExactly("text", roots);
            assertThat(got.rootCount()).isEqualTo(roots);
            if (roots > 0) {
                assertThat(got.root(0)).isEqualTo(-5);
            }
            assertThat(got.stageTimes().emitted()).isEqualTo(500);
            assertThat(got.stageTimes().offered()).isEqualTo(700);
            assertThat(got.stageTimes().written()).isEqualTo(1001);
            assertThat(got.stageTimes().takenIn()).isEqualTo(1002);
            assertThat(got.stageTimes().decoded()).isEqualTo(1003);
        }
    }

    @Test
    void timesOfAnotherNodeAreConvertedOnceTheOffsetOfItsClockIsKnown() {
        StageTimes times = new StageTimes(500);
        times.offer(700);
        time = 1000;
        int length = write(1, 16, times);
        DataTuple got = decoder.read(4, buffer, 16, length, 100, DataTuple.UNKNOWN_TIME);
        assertThat(got.intendedNanos()).isEqualTo(123_456_789_012L - 100);
        assertThat(got.stageTimes().emitted()).isEqualTo(400);
        assertThat(got.stageTimes().offered()).isEqualTo(600);
        assertThat(got.stageTimes().written()).isEqualTo(901);
        assertThat(got.stageTimes().takenIn()).isEqualTo(1002);
        assertThat(got.stageTimes().comparable()).isTrue();

        DataTuple early = decoder.read(4, buffer, 16, length, DataTuple.UNKNOWN_TIME, DataTuple.UNKNOWN_TIME);
        assertThat(early.intendedNanos()).isEqualTo(DataTuple.UNKNOWN_TIME);
        assertThat(early.stageTimes().comparable()).isFalse();
        assertThat(early.stageTimes().offered() - early.stageTimes().emitted()).isEqualTo(200);

        buffer.putLong(16 + MessageDescriptor.INTENDED_OFFSET, DataTuple.UNKNOWN_TIME);
        assertThat(decoder.read(4, buffer, 16, length, 100, DataTuple.UNKNOWN_TIME)
                        .intendedNanos())
                .isEqualTo(DataTuple.UNKNOWN_TIME);
    }

    @Test
    void hostileTimesAreRefused() {
        int length = write(0, 0, new StageTimes(500));
        for (int cut = MessageDescriptor.TUPLE_HEAD; cut < length; cut++) {
            int bytes = cut;
            assertThatThrownBy(() -> decoder.read(4, buffer, 0, bytes)).isInstanceOf(CodecException.class);
        }
        for (int flags : new int[] {2, 0x80, 0xFF}) {
            buffer.put(MessageDescriptor.FLAGS_OFFSET, (byte) flags);
            assertThatThrownBy(() -> decoder.read(4, buffer, 0, length))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("the flags " + flags);
        }
        buffer.put(MessageDescriptor.FLAGS_OFFSET, (byte) 1);
        buffer.putLong(MessageDescriptor.ROOTS_OFFSET, 1);
        assertThatThrownBy(() -> decoder.read(4, buffer, 0, length)).isInstanceOf(CodecException.class);
        int unsampled = write(0, 0);
        buffer.put(MessageDescriptor.FLAGS_OFFSET, (byte) 1);
        assertThatThrownBy(() -> decoder.read(4, buffer, 0, unsampled)).isInstanceOf(CodecException.class);
    }

    /** Returns the trace of a tuple that was emitted by task 7, which took 500 ns of the 600 ns since it was due. */
    private static StageTimes followed() {
        DataTuple input = new DataTuple(STREAM, 9, 7, 0, new Object[0]);
        StageTimes before = new StageTimes(100, Trace.from(9, 80, true, 512));
        before.begin(100);
        input.follow(before);
        return new StageTimes(600, Trace.through(input, 600, 0, 600, 2));
    }

    @Test
    void aTupleTakesItsWayAlong() {
        StageTimes times = followed();
        for (int roots = 0; roots < 3; roots++) {
            int length = write(roots, 16, times);
            DataTuple got = decoder.read(4, buffer, 16, length);
            assertThat(got.values()).containsExactly("text", roots);
            assertThat(got.rootCount()).isEqualTo(roots);

            got.stageTimes().begin(2_000);
            got.stageTimes().end(2_500, 500);
            int[] tasks = new int[Trace.MOST_HOPS];
            long[] nanos = new long[Trace.MOST_HOPS * Trace.PARTS];
            assertThat(Trace.finish(got, 2_500, tasks, nanos)).isEqualTo(3);
            assertThat(tasks).startsWith(9, 7, 4, 0);
            assertThat(LongStream.of(nanos).sum()).isEqualTo(2_500);
            assertThat(nanos[TracePart.DUE.ordinal()]).isEqualTo(80);
            assertThat(nanos[Trace.PARTS + TracePart.EXECUTE.ordinal()]).isEqualTo(500);
            assertThat(nanos[Trace.PARTS + TracePart.OTHER.ordinal()]).isEqualTo(20);
            assertThat(nanos[2 * Trace.PARTS + TracePart.EXECUTE.ordinal()]).isEqualTo(500);
            assertThat(got.stageTimes().trace().weight()).isEqualTo(1024);
        }
    }

    @Test
    void aTraceIsSplitWhereTheSocketTookTheMessage() {
        int length = write(0, 16, followed());
        long written = time;
        DataTuple got = decoder.read(4, buffer, 16, length, 100, written + 40);
        got.arrivedBy(LinkKind.NET);
        got.stageTimes().begin(5_000);
        got.stageTimes().end(5_000, 0);
        long[] nanos = new long[Trace.MOST_HOPS * Trace.PARTS];
        Trace.finish(got, 9_000, new int[Trace.MOST_HOPS], nanos);
        assertThat(nanos[2 * Trace.PARTS + TracePart.QUEUE.ordinal()]).isEqualTo(40);
        assertThat(nanos[2 * Trace.PARTS + TracePart.WIRE.ordinal()])
                .isEqualTo(got.stageTimes().takenIn() - (written + 40 - 100));
        assertThat(nanos[2 * Trace.PARTS + TracePart.TRANSIT.ordinal()]).isZero();
        assertThat(LongStream.of(nanos).sum()).isEqualTo(9_000);

        DataTuple early = decoder.read(4, buffer, 16, length, DataTuple.UNKNOWN_TIME, written + 40);
        assertThat(early.stageTimes().trace())
                .as("a trace whose parts would not add up")
                .isNull();
    }

    @Test
    void aHostileTraceIsRefused() {
        int length = write(0, 0, followed());
        for (int cut = MessageDescriptor.TRACE_OFFSET; cut < length - 10; cut++) {
            int bytes = cut;
            assertThatThrownBy(() -> decoder.read(4, buffer, 0, bytes)).isInstanceOf(CodecException.class);
        }
        for (int hops : new int[] {0, -1, Trace.MOST_HOPS, 5}) {
            buffer.putShort(MessageDescriptor.TRACE_OFFSET, (short) hops);
            assertThatThrownBy(() -> decoder.read(4, buffer, 0, length))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("a trace of " + hops + " hops");
        }
    }

    @Test
    void whateverIsWrongWithTheBytesIsACodecException() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            int length = write(
                    random.nextInt(3),
                    0,
                    random.nextBoolean()
                            ? new StageTimes(random.nextLong())
                            : random.nextBoolean() ? followed() : null);
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
            if (root % 3 == 0) {
                acks.renew(root);
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
            assertThat(got.renewed(i)).isEqualTo(got.root(i) % 3 == 0 && !got.failed(i));
        }
    }
}
