package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The aggregates with accumulators of their own: whatever is added first, and merged with what, the result is the same. */
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

    @Test
    void whatHasNoFieldIsRefused() {
        List<Function<String, Aggregate<?>>> all = List.of(
                Aggregates::sum,
                Aggregates::sumOfDoubles,
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
