// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class DataTupleTest {

    private static final StreamRef STREAM = new StreamRef(
            "source",
            0,
            "default",
            Fields.of("text", "int", "long", "double", "truth", "bytes", "list", "map", "none"),
            false);

    private static final StreamRef TWO = new StreamRef("two", 0, "default", Fields.of("a", "b"), false);

    private final DataTuple tuple = new DataTuple(
            STREAM, 1, 2, 3, new Object[] {"a", 5, 6L, 1.5, true, new byte[] {1}, List.of(1), Map.of("k", "v"), null});

    @Test
    void valuesAreReadByPositionAndByName() {
        assertThat(tuple.getString("text")).isEqualTo("a");
        assertThat(tuple.getInt(1)).isEqualTo(5);
        assertThat(tuple.getLong("long")).isEqualTo(6);
        assertThat(tuple.getDouble(3)).isEqualTo(1.5);
        assertThat(tuple.getBoolean("truth")).isTrue();
        assertThat(tuple.getBytes(5)).containsExactly(1);
        assertThat(tuple.getList("list")).containsExactly(1);
        assertThat(tuple.getMap(7)).containsEntry("k", "v");
        assertThat(tuple.getString("none")).isNull();
        assertThat(tuple.contains("text")).isTrue();
        assertThat(tuple.contains("nothing")).isFalse();
        assertThat(tuple.values()).hasSize(9).isUnmodifiable();
        assertThat(tuple.fields()).isEqualTo(STREAM.fields());
        assertThat(tuple.sourceComponent()).isEqualTo("source");
        assertThat(tuple.isTick()).isFalse();
    }

    @Test
    void numbersConvertWhereNothingIsLost() {
        assertThat(tuple.getLong("int")).isEqualTo(5);
        assertThat(tuple.getInt("long")).isEqualTo(6);
        assertThat(tuple.getDouble("long")).isEqualTo(6.0);
        DataTuple large = new DataTuple(
                new StreamRef("s", 0, "default", Fields.of("n"), false), 1, 2, 3, new Object[] {1L << 40});
        assertThatThrownBy(() -> large.getInt(0))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("'n'")
                .hasMessageContaining("1099511627776");
        assertThatThrownBy(() -> tuple.getLong("double")).isInstanceOf(ClassCastException.class);
    }

    @Test
    void anUnknownFieldIsNamedWithThoseThatExist() {
        assertThatThrownBy(() -> tuple.get("txt"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'txt'")
                .hasMessageContaining("text, int")
                .hasMessageContaining("'source'");
        assertThatThrownBy(() -> tuple.get(9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position 9");
    }

    @Test
    void aValueOfAnotherTypeIsNamedWithFieldAndSource() {
        assertThatThrownBy(() -> tuple.getString("int"))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("'int'")
                .hasMessageContaining("java.lang.Integer")
                .hasMessageContaining("'source'")
                .hasMessageContaining("String");
        assertThatThrownBy(() -> tuple.getInt("none"))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("null");
    }

    @Test
    void aBufferIsAReadOnlyViewOfBytesAndBuffers() {
        ByteBuffer part = ByteBuffer.allocate(8).put(3, (byte) 7).position(3).limit(5);
        DataTuple two = new DataTuple(TWO, 1, 2, 3, new Object[] {new byte[] {1, 2}, part});
        assertThat(two.getBuffer("a")).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
        assertThat(two.getBuffer(0).isReadOnly()).isTrue();
        ByteBuffer view = two.getBuffer("b");
        assertThat(view.get()).isEqualTo((byte) 7);
        assertThat(view.isReadOnly()).isTrue();
        assertThat(two.getBuffer(1)).as("another view").isEqualTo(part);
        assertThat(two.getBytes("b")).containsExactly(7, 0);
        assertThat(tuple.getBuffer("none")).isNull();
        assertThatThrownBy(() -> tuple.getBuffer("text"))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("ByteBuffer");
    }

    @Test
    void aBufferIsRefusedAfterTheAckAlsoToOtherThreads() throws InterruptedException, ExecutionException {
        DataTuple two = new DataTuple(TWO, 1, 2, 3, new Object[] {new byte[] {1, 2}, null});
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            assertThat(other.submit(() -> two.getBuffer(0).remaining()).get()).isEqualTo(2);
            two.settle();
            assertThatThrownBy(() -> two.getBuffer("a"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "getBuffer of field 'a' of stream 'default' of component 'two' after the tuple was acked or"
                                    + " failed: call it before, or copy what you keep");
            assertThatThrownBy(() -> other.submit(() -> two.getBuffer(0)).get())
                    .hasCauseInstanceOf(IllegalStateException.class);
        } finally {
            other.shutdownNow();
        }
    }
}
