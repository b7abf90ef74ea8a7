// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ValuesCodecTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 3_000 : 800;

    private final ValuesCodec codec = new ValuesCodec(List.of());

    @Test
    void randomValuesSurviveInAnyBufferAndTakeExactlyTheirSize() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Object[] values = new RandomValues(seed).tuple();
            int size = codec.sizeOf(values);
            int index = (int) (seed % 13);
            ByteBuffer buffer = seed % 2 == 0 ? ByteBuffer.allocate(size + 32) : ByteBuffer.allocateDirect(size + 32);
            for (int i = 0; i < buffer.capacity(); i++) {
                buffer.put(i, (byte) 0xA5);
            }

            int end = codec.write(buffer, index, values);

            assertThat(end).as("seed %d", seed).isEqualTo(index + size);
            assertThat(buffer.position()).isZero();
            for (int i = 0; i < buffer.capacity(); i++) {
                if (i < index || i >= end) {
                    assertThat(buffer.get(i))
                            .as("seed %d, byte %d is another's", seed, i)
                            .isEqualTo((byte) 0xA5);
                }
            }
            assertThat(comparable(Arrays.asList(codec.read(buffer, index, end))))
                    .as("seed %d", seed)
                    .isEqualTo(comparable(Arrays.asList(values)));
        }
    }

    @Test
    void typesAndExtremesAreKept() {
        Object[] values = {
            null,
            true,
            false,
            Byte.MIN_VALUE,
            Short.MIN_VALUE,
            'x',
            Character.MAX_VALUE,
            0,
            -128,
            128,
            -32768,
            32768,
            Integer.MIN_VALUE,
            0L,
            127L,
            -129L,
            32767L,
            1L << 31,
            -(1L << 31),
            Long.MAX_VALUE,
            Float.NaN,
            -0.0f,
            Double.NaN,
            Double.MIN_VALUE,
            "",
            "a".repeat(127),
            "\u00FF".repeat(128),
            "\uD800",
            "a\uDC00\uD800b",
            "\uD83D\uDE00\uD83D",
            List.of(),
            Map.of()
        };

        assertThat(roundTrip(values)).isEqualTo(values);
    }

    @Test
    void decodedCollectionsAreUnmodifiableAndKeepOrder() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put(null, null);
        map.put("a", List.of(2));

        Object[] read = roundTrip(new Object[] {Arrays.asList(1, null), map});

        assertThat(read[0]).isEqualTo(Arrays.asList(1, null));
        List<?> list = (List<?>) read[0];
        Map<?, ?> decoded = (Map<?, ?>) read[1];
        assertThat(new ArrayList<Object>(decoded.keySet())).containsExactly("z", null, "a");
        assertThatThrownBy(() -> list.set(0, null)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(decoded::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((List<?>) decoded.get("a")).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void commonTuplesAreCompact() {
        assertThat(codec.sizeOf(new Object[] {"millrace", 1})).isEqualTo(1 + 9 + 2);
        assertThat(codec.sizeOf(new Object[] {"x".repeat(100)})).isEqualTo(1 + 101);
        assertThat(codec.sizeOf(new Object[] {System.nanoTime() | 1L << 40})).isEqualTo(1 + 9);
    }

    @Test
    void aClassThatIsNotRegisteredIsNamedWithItsRemedy() {
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {1, Map.of("k", List.of(Set.of(2)))}))
                .isInstanceOf(UnregisteredClassException.class)
                .hasMessage(
                        "java.util.ImmutableCollections$Set12 is a set of Java without a public class, and cannot go"
                                + " to another worker: emit it as a java.util.LinkedHashSet, and add that to"
                                + " topology.serialization.classes");
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {new HashSet<>()}))
                .isInstanceOf(UnregisteredClassException.class)
                .hasMessage("java.util.HashSet is not registered as a class of tuple values: add java.util.HashSet to"
                        + " topology.serialization.classes, or register a codec by TopologyBuilder.codec(HashSet.class,"
                        + " ...)");
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {new int[1]}))
                .isInstanceOfSatisfying(
                        UnregisteredClassException.class,
                        e -> assertThat(e.className()).isEqualTo("int[]"));
    }

    @Test
    void aListThatContainsItselfIsRefused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        Map<Object, Object> map = new HashMap<>();
        map.put(1, map);

        assertThatThrownBy(() -> codec.sizeOf(new Object[] {list}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("nested deeper than 64");
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {map})).isInstanceOf(CodecException.class);
    }

    @Test
    void nestingUpToTheBoundIsFine() {
        Object value = 1;
        for (int i = 0; i < ValueFormat.MAX_DEPTH; i++) {
            value = List.of(value);
        }

        assertThat(roundTrip(new Object[] {value})).containsExactly(value);
    }

    @Test
    void moreThanTheMaximumIsRefusedBeforeItIsWritten() {
        byte[] half = new byte[ValueFormat.MAX_BYTES / 2];

        assertThatThrownBy(() -> codec.sizeOf(new Object[] {List.of(half, half)}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("more than 64 MiB");
        List<Object> doubling = new ArrayList<>(List.of(half));
        for (int i = 0; i < 60; i++) {
            doubling = List.of(doubling, doubling);
        }
        List<Object> exponential = doubling;
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {exponential})).isInstanceOf(CodecException.class);
    }

    @Test
    void valuesThatGrowAfterTheyWereMeasuredDoNotReachTheNextRecord() {
        for (Object more : new Object[] {null, 1, 1L << 40, 2.0, 2f, "text", "\u4E2D", new byte[9], List.of(3), 'c'}) {
            List<Object> list = new ArrayList<>(List.of("a"));
            Object[] values = {list, "behind"};
            int size = codec.sizeOf(values);
            list.add(more);
            list.add(more);
            ByteBuffer buffer = ByteBuffer.allocate(size + 64);

            assertThatThrownBy(() -> codec.write(buffer, 0, values))
                    .as("grown by %s", more)
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("do not change values after emitting");
            for (int i = size; i < buffer.capacity(); i++) {
                assertThat(buffer.get(i)).as("grown by %s", more).isZero();
            }
        }
    }

    @Test
    void valuesThatShrinkOrLieAboutTheirSizeAreRefused() {
        List<Object> list = new ArrayList<>(List.of("a", "b"));
        Object[] values = {list};
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
        list.remove(1);
        assertThatThrownBy(() -> codec.write(buffer, 0, values)).isInstanceOf(CodecException.class);

        List<Object> liar = new AbstractList<>() {
            @Override
            public Object get(int index) {
                return index;
            }

            @Override
            public int size() {
                return modCount++ == 0 ? 3 : 2;
            }
        };
        Object[] lying = {liar};
        assertThatThrownBy(() -> codec.write(ByteBuffer.allocate(codec.sizeOf(lying)), 0, lying))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void writingNeedsMeasuringAndMayBeRepeated() {
        Object[] values = {"once"};
        ByteBuffer buffer = ByteBuffer.allocate(64);
        assertThatThrownBy(() -> codec.write(buffer, 0, values)).isInstanceOf(IllegalStateException.class);

        int size = codec.sizeOf(values);
        assertThat(codec.write(buffer, 0, values)).isEqualTo(size);
        assertThat(codec.write(buffer, size, values)).isEqualTo(2 * size);
        assertThat(codec.read(buffer, size, 2 * size)).containsExactly("once");
    }

    private Object[] roundTrip(Object[] values) {
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
        return codec.read(buffer, 0, codec.write(buffer, 0, values));
    }

    /** Returns the values with byte[] as lists, because arrays do not compare by content. */
    static Object comparable(Object value) {
        if (value instanceof byte[] bytes) {
            return "bytes " + Arrays.toString(bytes);
        } else if (value instanceof List<?> list) {
            return list.stream().map(ValuesCodecTest::comparable).toList();
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> List.of(comparable(entry.getKey()), comparable(entry.getValue())))
                    .toList();
        }
        return value == null ? "null" : value;
    }
}
