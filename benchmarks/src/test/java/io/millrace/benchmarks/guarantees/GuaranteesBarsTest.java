// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import static io.millrace.benchmarks.report.TestFigures.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.TestFigures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuaranteesBarsTest {

    private static final String AT_MOST = Promise.atMostOnce().name();
    private static final String EXACTLY = Promise.exactlyOnce(1_000).name();
    private static final String OVERTAKING = Promise.exactlyOnce(1_000, 0).name();

    @TempDir
    Path directory;

    private Figures figures;

    @BeforeEach
    void openTable() throws IOException {
        figures = TestFigures.in(directory);
    }

    @Test
    void throughputIsAShareOfTheMedianOfTheOtherMode() throws IOException {
        add(figures, "throughput", "a", AT_MOST, "tuples", 90, 100, 300);
        add(figures, "throughput", "a", EXACTLY, "tuples", 94, 94, 99);

        assertThat(GuaranteesBars.of(figures)).singleElement().satisfies(bar -> {
            assertThat(bar.value()).isEqualTo(94);
            assertThat(bar.met()).isFalse();
            assertThat(bar.text()).startsWith("MISSED").contains("at least 95.00 %");
        });
    }

    @Test
    void aCellWithoutItsCounterpartHasNoBar() throws IOException {
        add(figures, "throughput", "a", EXACTLY, "tuples", 94);
        add(figures, "pairs", "10000 pairs 2 workers", EXACTLY, "cpu", 3);

        assertThat(GuaranteesBars.of(figures)).isEmpty();
    }

    @Test
    void peersAreComparedByLatencyAndWithoutARateByThroughput() throws IOException {
        add(figures, "peers", "a", "millrace " + EXACTLY, "tuples", 10);
        add(figures, "peers", "a", "millrace " + EXACTLY, "p99", 2);
        add(figures, "peers", "a", "jet " + EXACTLY, "tuples", 11);
        add(figures, "peers", "a", "jet " + EXACTLY, "p99", 1);
        add(figures, "peers", "b", "millrace " + EXACTLY, "tuples", 10);
        add(figures, "peers", "b", "flink " + EXACTLY, "tuples", 9);

        assertThat(GuaranteesBars.of(figures))
                .extracting(Bar::what, Bar::met, Bar::bound)
                .containsExactly(
                        tuple("a, p99 beside jet " + EXACTLY, false, 1.0),
                        tuple("b, tuples beside flink " + EXACTLY, true, 9.0));
    }

    @Test
    void betweenHostsTheBoundIsThatOfTheWay() throws IOException {
        for (String mode : new String[] {AT_MOST, EXACTLY, OVERTAKING}) {
            add(figures, "rtt", "wordcount 30.0 ms", mode, "of the offered rate", 99.9);
            add(figures, "rtt", "wordcount 30.0 ms", mode, "hops", 2);
            add(figures, "rtt", "wordcount 30.0 ms", mode, "greatest rtt", 30);
        }
        add(figures, "rtt", "wordcount 30.0 ms", AT_MOST, "p99", 31);
        add(figures, "rtt", "wordcount 30.0 ms", EXACTLY, "p99", 60);
        add(figures, "rtt", "wordcount 30.0 ms", OVERTAKING, "p99", 37);
        add(figures, "rtt", "wordcount 30.0 ms", EXACTLY, SnapshotPhases.SLOWEST, 66);
        add(figures, "rtt", "wordcount 30.0 ms", EXACTLY, SnapshotPhases.TOTAL, 110);

        assertThat(GuaranteesBars.of(figures).stream().filter(bar -> !bar.what().endsWith("rate")))
                .extracting(Bar::value, Bar::bound, Bar::met)
                .containsExactly(
                        // The trigger and two hops; then the report, the order to commit and the answer
                        tuple(66.0, 65.0, false),
                        tuple(110.0, 110.0, true),
                        tuple(29.0, 30.0, true),
                        tuple(6.0, 5.0, false));
    }

    @Test
    void whatIsVisibleMayBeLateByIntervalAndSnapshot() throws IOException {
        add(figures, "visible", "a", EXACTLY, "interval", 1_000);
        add(figures, "visible", "a", EXACTLY, SnapshotPhases.TOTAL, 10);
        add(figures, "visible", "a", EXACTLY, "p99", 1_025);

        assertThat(GuaranteesBars.of(figures)).singleElement().satisfies(bar -> {
            assertThat(bar.bound()).isEqualTo(1_030);
            assertThat(bar.met()).isTrue();
        });
    }
}
