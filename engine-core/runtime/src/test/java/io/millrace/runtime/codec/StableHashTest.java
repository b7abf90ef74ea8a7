// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class StableHashTest {

    private final ValuesCodec codec = new ValuesCodec(List.of(Samples.Order.class, Samples.Side.class));

    /** If one of these hashes changes, keys go to other tasks than in workers of the previous version. */
    @Test
    void hashesAreTheSameForEver() {
        golden(null, -3058145425114826247L);
        golden("millrace", 7728320291245338148L);
        golden("", -8718058600157884595L);
        golden(42, -5241351740220216041L);
        golden(-1L, -4637038782566295195L);
        golden(1.5, 8091750501020023961L);
        golden(true, -937129693628094873L);
        golden('c', -3277764266457898173L);
        golden(new byte[] {1, 2, 3}, -3222505380787761126L);
        golden(List.of("a", 1), -1254201184431601369L);
        golden(Map.of("a", 1, "b", 2), 9177225302160577219L);
        golden(Samples.Side.SELL, 540280039675765945L);
        golden(Samples.order(1), -2136351611387597934L);
        assertThat(StableHash.of(new Object[] {"a", 1, "b"}, new int[] {2, 0}, codec))
                .isEqualTo(1298422422613776600L);
        assertThat(StableHash.second(42)).isEqualTo(-6166963304683568772L);
    }

    @Test
    void equalContentHashesAlikeWhateverHoldsIt() {
        same(1, 1L);
        same((byte) -3, (short) -3);
        same(0.0, -0.0);
        same(1.5f, 1.5);
        same(Double.NaN, Double.longBitsToDouble(0x7FF8000000000001L));
        same(new byte[] {1}, new byte[] {1});
        same(List.of(1, 2), new ArrayList<>(Arrays.asList(1L, 2L)));
        Map<Object, Object> backwards = new LinkedHashMap<>();
        backwards.put("b", 2);
        backwards.put("a", 1);
        same(new TreeMap<>(Map.of("a", 1, "b", 2)), backwards);
        same(Samples.order(5), Samples.order(5));
    }

    @Test
    void differentContentHashesDifferently() {
        List<Object> values = new ArrayList<>(Arrays.asList(
                "\u0001",
                "\u0000",
                new byte[] {0},
                new byte[8],
                null,
                "",
                "1",
                1,
                1.0,
                true,
                false,
                '1',
                new byte[] {1},
                new byte[0],
                List.of(),
                List.of(1),
                Map.of()));
        values.add(List.of(List.of(1)));
        values.add(List.of(1, 2));
        values.add(List.of(2, 1));
        values.add(Map.of(1, 2));
        values.add(Map.of(2, 1));
        values.add(Collections.singletonList(null));
        values.add(Samples.Side.BUY);
        values.add(Samples.Side.SELL);
        values.add(Samples.order(1));
        values.add(Samples.order(2));
        assertThat(values.stream().map(value -> StableHash.of(value, codec)).distinct())
                .hasSize(values.size());
    }

    @Test
    void keysSpreadEvenly() {
        evenly("numbers", i -> i);
        evenly("multiples", i -> i * 1024L);
        evenly("numbered names", i -> "user-" + i);
        evenly("short words", i -> Integer.toString(i, 36));
        evenly("doubles", i -> i / 8.0);
        evenly("pairs", i -> List.of(i % 100, i / 100));
        evenly("seconds", i -> i);
    }

    @Test
    void bucketsCoverTheirRange() {
        assertThat(StableHash.bucket(0, 7)).isZero();
        assertThat(StableHash.bucket(-1, 7)).isEqualTo(6);
        assertThat(StableHash.bucket(Long.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo((1 << 30) - 1);
        assertThat(StableHash.bucket(-1, 1)).isZero();
    }

    @Test
    void whatCannotBeEncodedCannotBeAKey() {
        assertThatThrownBy(() -> StableHash.of(List.of(new Samples.Stranger()), codec))
                .isInstanceOf(UnregisteredClassException.class);
        List<Object> loop = new ArrayList<>();
        loop.add(loop);
        assertThatThrownBy(() -> StableHash.of(loop, codec)).isInstanceOf(CodecException.class);
    }

    /**
     * Checks the chi-square value against the 1 - 10^-6 quantile. The keys are fixed, so the result is always the same.
     */
    private void evenly(String what, IntFunction<Object> key) {
        for (int buckets : new int[] {2, 3, 7, 16, 100}) {
            int keys = 20_000;
            int[] counts = new int[buckets];
            for (int i = 0; i < keys; i++) {
                long hash = StableHash.of(key.apply(i), codec);
                counts[StableHash.bucket(what.equals("seconds") ? StableHash.second(hash) : hash, buckets)]++;
            }
            double expected = (double) keys / buckets;
            double chiSquare = Arrays.stream(counts)
                    .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                    .sum();
            int freedom = buckets - 1;
            double bound = freedom * Math.pow(1 - 2.0 / (9 * freedom) + 4.76 * Math.sqrt(2.0 / (9 * freedom)), 3);
            assertThat(chiSquare).as("%s over %d buckets", what, buckets).isLessThan(bound);
        }
    }

    private void golden(Object value, long hash) {
        assertThat(StableHash.of(value, codec)).as("hash of %s", value).isEqualTo(hash);
    }

    private void same(Object one, Object other) {
        assertThat(StableHash.of(one, codec)).isEqualTo(StableHash.of(other, codec));
    }
}
