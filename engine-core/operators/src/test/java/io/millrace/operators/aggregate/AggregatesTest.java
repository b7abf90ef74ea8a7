// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.Fields;
import io.millrace.api.Rows;
import io.millrace.api.error.TopologyException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The aggregates with accumulators of their own: the result does not depend on the order in which values are added and
 * merged.
 */
class AggregatesTest {

    private static final int SEEDS = 200;

    /** Adds the rows to several accumulators, merges these, and checks that none of them was changed. */
    private static <A> Object result(
            Aggregate<A> aggregate, SplittableRandom random, Fields fields, List<Object[]> rows) {
        List<A> parts = new ArrayList<>(List.of(aggregate.init()));
        for (Object[] row : rows) {
            if (random.nextInt(4) == 0) {
                parts.add(aggregate.init());
            }
            int last = parts.size() - 1;
            Object before = aggregate.result(parts.get(last));
            A next = aggregate.add(parts.get(last), Rows.tuple(fields, row));
            assertThat(aggregate.result(parts.get(last))).isEqualTo(before);
            parts.set(last, next);
        }
        A all = aggregate.init();
        for (A part : parts) {
            all = random.nextBoolean() ? aggregate.merge(all, part) : aggregate.merge(part, all);
        }
        return aggregate.result(all);
    }

    @Test
    void aPercentileIsAtMostLittleLessThanTheExactOne() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double percent = random.nextBoolean() ? 99 : 0.1 + random.nextDouble(99.9);
            List<Object[]> rows = new ArrayList<>();
            double[] values = new double[1 + random.nextInt(300)];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt(20) == 0 ? 0 : Math.pow(10, random.nextDouble(-6, 12));
                rows.add(new Object[] {values[i]});
            }
            Arrays.sort(values);
            double exact = values[(int) Math.ceil(values.length * percent / 100) - 1];
            double result = (Double) result(Aggregates.percentile("ms", percent), random, Fields.of("ms"), rows);
            assertThat(result)
                    .as("seed %d", seed)
                    .isCloseTo(exact, within(exact / 128))
                    .isLessThanOrEqualTo(exact);
        }
    }

    @Test
    void percentilesOfSmallWholeNumbersAreExact() {
        Aggregate<byte[]> p50 = Aggregates.percentile("ms", 50);
        byte[] all = p50.init();
        assertThat(p50.result(all)).isNull();
        for (Object value : new Object[] {255, 3L, null, -0.0, 17}) {
            all = p50.add(all, Rows.tuple(Fields.of("ms"), value));
        }
        assertThat(p50.result(all)).isEqualTo(3.0);
        assertThat(Aggregates.percentile("ms", 100).result(all)).isEqualTo(255.0);
        assertThat(all).hasSize(4 * 12);
        byte[] some = all;
        assertThatThrownBy(() -> p50.add(some, Rows.tuple(Fields.of("ms"), -1)))
                .hasMessage("field 'ms' is -1.0, and percentiles are of numbers from 0: emit those");
        assertThatThrownBy(() -> Aggregates.percentile("ms", 0)).isInstanceOf(TopologyException.class);
    }

    @Test
    void theTopRowsDoNotDependOnTheOrder() {
        Fields fields = Fields.of("word", "count");
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Object[]> rows = new ArrayList<>();
            for (int i = random.nextInt(30); i >= 0; i--) {
                Object count = random.nextBoolean() ? (Object) random.nextInt(5) : (long) random.nextInt(5);
                rows.add(new Object[] {"w" + random.nextInt(9), count});
            }
            Aggregate<List<Object>> top = Aggregates.top(1 + random.nextInt(6), "count", "word");
            Object first = result(top, random, fields, rows);
            Collections.shuffle(rows, new Random(seed));
            assertThat(result(top, random, fields, rows)).as("seed %d", seed).isEqualTo(first);
        }
        List<Object[]> rows =
                List.of(new Object[] {"b", 2}, new Object[] {"c", 3L}, new Object[] {"a", 2}, new Object[] {"d", null});
        assertThat(result(Aggregates.top(2, "count", "word", "count"), new SplittableRandom(1), fields, rows))
                .isEqualTo(List.of(List.of("c", 3L), List.of("a", 2)));
        assertThatThrownBy(() -> Aggregates.top(0, "count", "word")).hasMessageContaining("take 1 to 10000 tuples");
    }

    private static Object result(Aggregate<?> aggregate, Object... values) {
        List<Object[]> rows =
                Stream.of(values).map(value -> new Object[] {value}).toList();
        return result(aggregate, new SplittableRandom(1), Fields.of("p"), rows);
    }

    private static String refusal(Aggregate<?> aggregate, Object... values) {
        return catchThrowableOfType(IllegalArgumentException.class, () -> result(aggregate, values))
                .getMessage();
    }

    @Test
    void aSumTakesEachNumberAsItIsOrSaysWhichSumDoes() {
        Object[] whole = {
            (byte) 1, (short) 2, 3, 4L, 5f, 6.0, BigInteger.valueOf(7), new BigDecimal("8.00"), new AtomicLong(9), -0.0
        };
        assertThat(result(Aggregates.sum("p"), whole)).isEqualTo(45L);
        assertThat(result(Aggregates.sumOfDoubles("p"), whole)).isEqualTo(45.0);
        assertThat(result(Aggregates.mean("p"), whole)).isEqualTo(4.5);
        assertThat(result(Aggregates.sum("p"), Long.MAX_VALUE, (Object) null)).isEqualTo(Long.MAX_VALUE);

        Object[] prices = {10L, 19.99, 12L};
        assertThat(refusal(Aggregates.sum("p"), prices))
                .isEqualTo(
                        "field 'p' is 19.99 (java.lang.Double), and a sum of whole numbers takes what a long can hold:"
                                + " take sumOfDoubles or sumOfDecimals");
        assertThat((Double) result(Aggregates.sumOfDoubles("p"), prices)).isCloseTo(41.99, within(1e-9));
        assertThat(result(Aggregates.sumOfDecimals("p"), prices)).isEqualTo(new BigDecimal("41.99"));
        Object[] exact = {new BigDecimal("0.1"), 0.1, 0.1f, BigInteger.TEN.pow(30)};
        assertThat(result(Aggregates.sumOfDecimals("p"), exact))
                .isEqualTo(new BigDecimal("1000000000000000000000000000000.3"));
        for (Object none : new Object[] {
            0x1p63,
            Double.NaN,
            Float.NEGATIVE_INFINITY,
            BigInteger.TWO.pow(63),
            new BigDecimal("1e30"),
            new BigDecimal("0.5")
        }) {
            assertThat(refusal(Aggregates.sum("p"), none)).startsWith("field 'p' is " + none + " (");
        }
        assertThat(refusal(Aggregates.sumOfDecimals("p"), Double.NaN)).contains("takes finite numbers");
        for (String endless : List.of("1e20000000", "1e-20000000")) {
            assertThat(refusal(Aggregates.sumOfDecimals("p"), new BigDecimal(endless)))
                    .contains("more than 2000 digits");
        }
        assertThat(refusal(Aggregates.sum("p"), "12"))
                .contains("java.lang.String")
                .contains("java.lang.Number");
    }

    /** Numbers in ascending order; those of a line are equal by value, and ordered by class. */
    private static final List<List<Object>> NUMBERS = List.of(
            List.of(Double.NEGATIVE_INFINITY),
            List.of(new BigDecimal("-1e400")),
            List.of(BigInteger.TWO.pow(63).negate().subtract(BigInteger.ONE)),
            List.of(Long.MIN_VALUE, -0x1p63),
            List.of((byte) -1, -1.0),
            List.of(-Double.MIN_VALUE),
            List.of((byte) 0, -0.0, 0.0, 0L),
            List.of(new BigDecimal("0.1")),
            List.of(0.1),
            List.of(0.1f),
            List.of((short) 10, 10, 10f, new BigDecimal("10.0"), new BigDecimal("10"), BigInteger.TEN),
            List.of(12L),
            List.of(19.99),
            List.of(0x1p53, 1L << 53),
            List.of((1L << 53) + 1),
            List.of(Long.MAX_VALUE),
            List.of(0x1p63, BigInteger.TWO.pow(63)),
            List.of(new BigDecimal("1e400")),
            List.of(Float.POSITIVE_INFINITY, Double.POSITIVE_INFINITY),
            List.of(Float.NaN, Double.NaN));

    @Test
    void numbersAreComparedByTheirValuesWhateverTheirClasses() {
        for (int i = 0; i < NUMBERS.size(); i++) {
            for (int j = 0; j < NUMBERS.size(); j++) {
                for (Object one : NUMBERS.get(i)) {
                    for (Object other : NUMBERS.get(j)) {
                        assertThat(Integer.signum(ValueOrder.compare(one, other)))
                                .as("%s, %s", one, other)
                                .isEqualTo(Integer.compare(i, j));
                        assertThat(i == j && !one.equals(other) && ValueOrder.compareForms(one, other) == 0)
                                .as("%s, %s", one, other)
                                .isFalse();
                    }
                }
            }
        }
    }

    @Test
    void extremesAndTopsOfMixedNumbersDoNotDependOnTheOrder() {
        assertThat(result(Aggregates.max("p"), 10L, 19.99, 12L)).isEqualTo(19.99);
        assertThat(result(Aggregates.min("p"), 10L, 19.99, 12L)).isEqualTo(10L);
        List<Object> all = NUMBERS.stream().flatMap(List::stream).toList();
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<Object> some = new ArrayList<>(all);
            Collections.shuffle(some, new Random(seed));
            Object[] values = some.subList(0, 6).toArray();
            Object[] others = values.clone();
            Collections.shuffle(Arrays.asList(others), new Random(-seed));
            for (Aggregate<?> each : List.of(
                    Aggregates.min("p"),
                    Aggregates.max("p"),
                    Aggregates.top(3, "p", "p"),
                    Aggregates.top(6, "p", "p"))) {
                assertThat(result(each, others)).as("seed %d", seed).isEqualTo(result(each, values));
            }
        }
    }

    @Test
    void extremesOfOtherValuesGoByTheirOwnOrder() {
        Date date = new Date(5);
        Timestamp later = new Timestamp(6);
        assertThat(result(Aggregates.max("p"), date, later)).isEqualTo(later);
        assertThat(result(Aggregates.max("p"), "b", "a")).isEqualTo("b");
        assertThat(result(Aggregates.min("p"), TimeUnit.DAYS, TimeUnit.HOURS)).isEqualTo(TimeUnit.HOURS);
        for (Aggregate<?> each : List.of(Aggregates.max("p"), Aggregates.top(9, "p", "p"))) {
            assertThat(catchThrowable(() -> {
                        @SuppressWarnings("unchecked")
                        Aggregate<Object> any = (Aggregate<Object>) each;
                        any.add(any.add(any.init(), Rows.tuple(Fields.of("p"), 1)), Rows.tuple(Fields.of("p"), "a"));
                    }))
                    .hasMessage(
                            "field 'p' is of java.lang.String, and was of java.lang.Integer before: emit one of them,"
                                    + " as they cannot be compared");
        }
        // The values of different panes meet when a window ends, which must go on
        Aggregate<Object> max = Aggregates.max("p");
        assertThat(max.merge(1, "a")).isEqualTo(max.merge("a", 1)).isEqualTo("a");
    }

    @Test
    void topRowsOfMixedFieldsHaveOneOrder() {
        // By their texts 10 would be before 5 and 5 before 9, and 9 before 10
        List<Object[]> rows = new ArrayList<>();
        for (Object kept : new Object[] {"5", 9, 10, null, 9.5, new byte[] {1}, List.of(1, "x"), List.of(1L, "y")}) {
            rows.add(new Object[] {1, kept});
        }
        Aggregate<List<Object>> top = Aggregates.top(8, "p", "kept");
        Object first = result(top, new SplittableRandom(1), Fields.of("p", "kept"), rows);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Collections.shuffle(rows, new Random(seed));
            assertThat(result(top, new SplittableRandom(seed), Fields.of("p", "kept"), rows))
                    .as("seed %d", seed)
                    .isEqualTo(first);
        }
    }

    @Test
    void whatHasNoFieldIsRefused() {
        List<Function<String, Aggregate<?>>> all = List.of(
                Aggregates::sum,
                Aggregates::sumOfDoubles,
                Aggregates::sumOfDecimals,
                Aggregates::mean,
                Aggregates::min,
                Aggregates::max,
                Aggregates::list,
                field -> Aggregates.percentile(field, 50),
                field -> Aggregates.top(1, field, "key"));
        for (Function<String, Aggregate<?>> each : all) {
            for (String field : new String[] {null, " "}) {
                assertThatThrownBy(() -> each.apply(field)).hasMessageContaining("a field's name is missing in [");
            }
        }
        assertThatThrownBy(Aggregates::list).hasMessageContaining("a list of tuples has no fields");
        assertThatThrownBy(() -> Aggregates.top(1, "by", (String[]) null)).hasMessageContaining("fields are null");
    }
}
