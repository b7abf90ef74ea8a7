// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueSizesTest {

    private static final int MIB = 1 << 20;
    private static final int HEAD = MessageDescriptor.TUPLE_HEAD + MessageDescriptor.ROOT_LENGTH;

    static Stream<Object> bytesAndStrings() {
        return Stream.of(
                "",
                "latin é",
                "x".repeat(127),
                "x".repeat(128),
                "x".repeat(1_023),
                "x".repeat(1_024),
                "€".repeat(1_024),
                "€".repeat(50_000),
                new byte[0],
                new byte[MIB],
                ByteBuffer.allocate(300).position(7),
                ByteBuffer.allocateDirect(MIB).limit(MIB / 2),
                List.of("two", new byte[3]),
                List.of());
    }

    @ParameterizedTest
    @MethodSource("bytesAndStrings")
    void bytesAndStringsCountWhatTheCodecWouldWrite(Object value) {
        Object[] tuple = {"name", value};
        assertThat(ValueSizes.of(tuple)).isEqualTo(HEAD + new ValuesCodec(List.of()).sizeOf(tuple));
    }

    static Stream<Object> numbers() {
        return Stream.of(null, true, (byte) 1, (short) 1, 1, 70_000, 1L, 1L << 40, 1.5f, 1.5);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void aNumberCountsTheMostThatOneTakes(Object value) {
        assertThat(ValueSizes.of(new Object[] {value}) - ValueSizes.of(new Object[0]))
                .isEqualTo(9);
        assertThat(ValueSizes.of(new Object[] {Collections.singletonList(value)}))
                .as("in a list of one")
                .isEqualTo(ValueSizes.of(new Object[] {value}) + 2);
    }

    @Test
    void aShortStringCountsOneByteForEachChar() {
        assertThat(ValueSizes.of(new Object[] {"€".repeat(1_023)}))
                .isEqualTo(ValueSizes.of(new Object[] {"x".repeat(1_023)}));
    }

    static Stream<Object> largeValues() {
        Map<Integer, Integer> map = new TreeMap<>();
        for (int i = 0; i < MIB / 48; i++) {
            map.put(i, i);
        }
        return Stream.of(
                new char[MIB / 2],
                new int[MIB / 4],
                new float[MIB / 4],
                new double[MIB / 8],
                map,
                new LinkedList<>(Collections.nCopies(MIB / 24, 7)),
                List.of(new byte[MIB / 2], "x".repeat(MIB / 2)),
                Map.of("image", new byte[MIB]),
                Map.of("images", List.of(new byte[MIB / 2], new byte[MIB / 2])),
                new LinkedList<>(Collections.nCopies(1_024, new byte[MIB / 1_024 - 3])));
    }

    @ParameterizedTest
    @MethodSource("largeValues")
    void otherLargeValuesCountAboutAsMuch(Object value) {
        assertThat(ValueSizes.of(new Object[] {1, value})).isBetween(MIB - 100, MIB + 1_000);
    }

    @Test
    void aMapThatIsChangedMeanwhileCountsForSomething() {
        Map<String, Object> changing = new HashMap<>();
        Object changes = new AbstractList<>() {
            @Override
            public Object get(int index) {
                changing.put("key " + changing.size(), index);
                return 1;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        changing.put("first", changes);
        changing.put("second", changes);
        assertThat(ValueSizes.of(new Object[] {changing})).isBetween(50, 2_000);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("largeValues")
    void aSumAboveTwoGibStaysAnInt(Object value) {
        assertThat(ValueSizes.of(Collections.nCopies(3_000, value).toArray())).isEqualTo(Integer.MAX_VALUE);
    }
}
