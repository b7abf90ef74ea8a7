// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.error.TopologyException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AuthorCodecsTest {

    static final class Point {
        private final int x;
        private final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point that && x == that.x && y == that.y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }
    }

    static final class PointCodec implements ValueCodec<Point> {

        @Override
        public void write(Point point, ValueOutput out) {
            out.writeInt(point.x);
            out.writeInt(point.y);
        }

        @Override
        public Point read(ValueInput in) {
            return new Point(in.readInt(), in.readInt());
        }
    }

    /** A codec by a library that knows streams only. */
    static final class Streamed implements ValueCodec<StringBuilder> {

        @Override
        public void write(StringBuilder text, ValueOutput out) throws IOException {
            try (DataOutputStream stream = new DataOutputStream(out.stream())) {
                stream.writeUTF(text.toString());
                stream.write(new byte[] {1, 2, 3});
            }
        }

        @Override
        public StringBuilder read(ValueInput in) throws IOException {
            DataInputStream stream = new DataInputStream(in.stream());
            StringBuilder text = new StringBuilder(stream.readUTF());
            assertThat(stream.readAllBytes()).containsExactly(1, 2, 3);
            assertThat(stream.read()).isEqualTo(-1);
            return text;
        }
    }

    interface Writer {
        void write(Point point, ValueOutput out) throws IOException;
    }

    interface Reader {
        Point read(ValueInput in) throws IOException;
    }

    record Made(Writer writer, Reader reader) implements ValueCodec<Point> {

        @Override
        public void write(Point point, ValueOutput out) throws IOException {
            writer.write(point, out);
        }

        @Override
        public Point read(ValueInput in) throws IOException {
            return reader.read(in);
        }
    }

    private static ValuesCodec codec(Class<?>[] registered, ValueCodecs... factories) {
        return new ValuesCodec(List.of(registered), List.of(factories));
    }

    private static ValuesCodec codec(ValueCodecs... factories) {
        return codec(new Class<?>[0], factories);
    }

    private static ValuesCodec points(Writer writer, Reader reader) {
        return codec(to -> to.add(Point.class, new Made(writer, reader)));
    }

    private static Object[] roundTrip(ValuesCodec codec, Object... values) {
        int size = codec.sizeOf(values);
        ByteBuffer buffer = ByteBuffer.allocateDirect(size + 3);
        assertThat(codec.write(buffer, 3, values)).isEqualTo(3 + size);
        return codec.read(buffer, 3, 3 + size);
    }

    @Test
    void objectsSurviveBesideAndInsideOfOtherValues() {
        ValuesCodec codec =
                codec(to -> to.add(Point.class, new PointCodec()), to -> to.add(StringBuilder.class, new Streamed()));
        for (int i = 0; i < 10; i++) {
            Object[] read = roundTrip(
                    codec,
                    7,
                    new Point(i, 2),
                    List.of(new Point(3, 4), "text"),
                    Map.of("k", new Point(5, 6)),
                    null,
                    new StringBuilder("text " + i));
            assertThat(Arrays.copyOf(read, 5))
                    .containsExactly(
                            7, new Point(i, 2), List.of(new Point(3, 4), "text"), Map.of("k", new Point(5, 6)), null);
            assertThat(read[5]).hasToString("text " + i);
        }
    }

    @Test
    void allThatCanBeWrittenCanBeRead() {
        String[] texts = {"", "latin \u00E4", "\u4E2D\uD83D\uDE00", "\uD800 alone", "x".repeat(300)};
        ValuesCodec codec = points(
                (point, out) -> {
                    out.writeBoolean(true);
                    out.writeByte(-3);
                    out.writeShort(-300);
                    out.writeInt(Integer.MIN_VALUE);
                    out.writeLong(Long.MIN_VALUE);
                    out.writeFloat(1.5f);
                    out.writeDouble(-0.0);
                    out.writeSize(300);
                    out.writeBytes(new byte[300]);
                    for (String text : texts) {
                        out.writeString(text);
                    }
                    out.writeBytes(new byte[] {1, 2, 3}, 1, 1);
                },
                in -> {
                    assertThat(in.readBoolean()).isTrue();
                    assertThat(in.readByte()).isEqualTo((byte) -3);
                    assertThat(in.readShort()).isEqualTo((short) -300);
                    assertThat(in.readInt()).isEqualTo(Integer.MIN_VALUE);
                    assertThat(in.readLong()).isEqualTo(Long.MIN_VALUE);
                    assertThat(in.readFloat()).isEqualTo(1.5f);
                    assertThat(in.readDouble()).isEqualTo(-0.0);
                    assertThat(in.readBytes(in.readSize())).hasSize(300);
                    for (String text : texts) {
                        assertThat(in.readString()).isEqualTo(text);
                    }
                    assertThat(in.remaining()).isEqualTo(1);
                    assertThat(in.readBytes(1)).containsExactly(2);
                    return new Point(0, 0);
                });
        assertThat(roundTrip(codec, new Point(1, 1))).containsExactly(new Point(0, 0));
    }

    record Segment(Point from, Point to, List<Point> between) {}

    @Test
    void aRegisteredClassMayContainThem() {
        ValuesCodec codec = codec(new Class<?>[] {Segment.class}, to -> to.add(Point.class, new PointCodec()));
        Segment segment = new Segment(new Point(1, 2), null, List.of(new Point(5, 6)));
        assertThat(roundTrip(codec, segment, new Point(7, 8))).containsExactly(segment, new Point(7, 8));
    }

    @Test
    void whatFailsToWriteIsNamedWithItsCodec() {
        Writer[] writers = {
            (point, out) -> {
                throw new IllegalStateException("no schema\nsecond line");
            },
            (point, out) -> {
                throw new IOException("no schema");
            },
            (point, out) -> {
                throw new AssertionError("no schema");
            }
        };
        for (Writer writer : writers) {
            ValuesCodec codec = points(writer, in -> null);
            assertThatThrownBy(() -> codec.sizeOf(new Object[] {1, new Point(1, 2)}))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("Point of codec")
                    .hasMessageContaining("Made")
                    .hasMessageContaining("no schema")
                    .hasMessageNotContaining("\n");
            assertThat(codec.refused()).isEqualTo(1);
        }
    }

    @Test
    void aFailureLeavesNothingBehind() {
        ValuesCodec codec = points(
                (point, out) -> {
                    out.writeInt(point.x);
                    if (point.x < 0) {
                        throw new IllegalStateException("negative");
                    }
                },
                in -> new Point(in.readInt(), 0));
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {new Point(1, 0), new Point(-1, 0)}))
                .isInstanceOf(CodecException.class);
        assertThat(roundTrip(codec, new Point(2, 0), new Point(3, 0)))
                .containsExactly(new Point(2, 0), new Point(3, 0));
    }

    @Test
    void anEndlessWriteIsStopped() {
        ValuesCodec codec = points(
                (point, out) -> {
                    byte[] much = new byte[1 << 20];
                    while (true) {
                        out.stream().write(much);
                    }
                },
                in -> null);
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {new Point(1, 2)}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("writes more than 64 MiB");
    }

    @Test
    void aReadThatDoesNotFitIsNamedWithItsCodec() {
        Writer two = new PointCodec()::write;
        unreadable("reads 4 bytes where 0 are left", two, in -> new Point(in.readInt(), in.readInt() + in.readInt()));
        unreadable("leaves 4 of 8 bytes", two, in -> new Point(in.readInt(), 0));
        unreadable("it is null", two, in -> {
            in.readBytes(in.remaining());
            return null;
        });
        unreadable("boom", two, in -> {
            throw new IOException("boom");
        });
        unreadable("StackOverflowError", two, in -> {
            throw new StackOverflowError();
        });
        unreadable("reads 2000000000 bytes", two, in -> new Point(in.readBytes(2_000_000_000).length, 0));
        unreadable("reads a size of 127", (point, out) -> out.writeSize(127), in -> new Point(in.readSize(), 0));
        unreadable(
                "no",
                (point, out) -> out.writeByte(3),
                in -> new Point(in.readString().length(), 0));
    }

    private static void unreadable(String reason, Writer writer, Reader reader) {
        ValuesCodec codec = points(writer, reader);
        assertThatThrownBy(() -> roundTrip(codec, "text", new Point(1, 2)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Point of codec")
                .hasMessageContaining(reason);
    }

    @Test
    void theyAreHashedByTheirBytes() {
        ValuesCodec one = codec(to -> to.add(Point.class, new PointCodec()));
        ValuesCodec other =
                codec(to -> to.add(StringBuilder.class, new Streamed()).add(Point.class, new PointCodec()));
        long hash = StableHash.of(new Point(1, 2), one);
        assertThat(StableHash.of(new Point(1, 2), other)).isEqualTo(hash);
        assertThat(StableHash.of(new Point(2, 1), one)).isNotEqualTo(hash);
    }

    @Test
    void outputAndInputEndWithTheCall() {
        ValueOutput[] kept = new ValueOutput[1];
        ValueInput[] keptIn = new ValueInput[1];
        ValuesCodec codec = points(
                (point, out) -> {
                    kept[0] = out;
                    out.writeInt(1);
                },
                in -> {
                    keptIn[0] = in;
                    return new Point(in.readInt(), 0);
                });
        roundTrip(codec, new Point(1, 0));
        assertThatThrownBy(() -> kept[0].writeInt(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> keptIn[0].readByte()).isInstanceOf(CodecException.class);
    }

    @Test
    void aClassHasOneWayToBeEncoded() {
        refused("String, which has a codec of the engine", to -> to.add(String.class, null_()));
        refused("is no object's class", to -> to.add(Runnable.class, null_()));
        refused("is no object's class", to -> to.add(Object.class, null_()));
        refused("which has a codec already", to -> to.add(Point.class, null_()).add(Point.class, null_()));
        refused("null class or codec", to -> to.add(Point.class, null));
        refused("register failed with", to -> {
            throw new IllegalStateException("no schema");
        });
        assertThatThrownBy(() -> codec(new Class<?>[] {Point.class}, to -> to.add(Point.class, new PointCodec())))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("which topology.serialization.classes names too");
    }

    private static <T> ValueCodec<T> null_() {
        return new ValueCodec<>() {
            @Override
            public void write(T value, ValueOutput out) {}

            @Override
            public T read(ValueInput in) {
                return null;
            }
        };
    }

    private static void refused(String reason, ValueCodecs factory) {
        assertThatThrownBy(() -> codec(factory))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void bytesThatNameNoCodecAreRefused() {
        ValuesCodec codec = codec(to -> to.add(Point.class, new PointCodec()));
        byte[][] bad = {{1, ValueFormat.CODED, 1, 1}, {1, ValueFormat.CODED, 0}, {1, ValueFormat.CODED, 2, 0, 1}};
        for (byte[] bytes : bad) {
            assertThatThrownBy(() -> codec.read(ByteBuffer.wrap(bytes), 0, bytes.length))
                    .isInstanceOf(CodecException.class);
        }
    }
}
