package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueSizesTest {

    private static final int MIB = 1 << 20;

    static Stream<Object> largeValues() {
        Map<Integer, Integer> map = new TreeMap<>();
        for (int i = 0; i < MIB / 64; i++) {
            map.put(i, i);
        }
        return Stream.of(
                new byte[MIB],
                "x".repeat(MIB),
                new char[MIB / 2],
                new int[MIB / 4],
                new float[MIB / 4],
                new double[MIB / 8],
                ByteBuffer.allocate(MIB),
                map,
                Collections.nCopies(MIB / 24, 7),
                new LinkedList<>(Collections.nCopies(MIB / 24, 7)),
                List.of(new byte[MIB / 2], "x".repeat(MIB / 2)));
    }

    @ParameterizedTest
    @MethodSource("largeValues")
    void aLargeValueCountsAboutItsMemory(Object value) {
        assertThat(ValueSizes.of(new Object[] {1, value})).isBetween(MIB - 100, MIB + 1_000);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("largeValues")
    void aSumAboveTwoGibStaysAnInt(Object value) {
        assertThat(ValueSizes.of(Collections.nCopies(3_000, value).toArray())).isEqualTo(Integer.MAX_VALUE);
    }
}
