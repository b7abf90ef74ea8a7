// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.netlab.AutoRebalanceResult.Event;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutoRebalanceTableTest {

    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    private Path directory;

    @Test
    void aRowIsFromFiveSecondsAfterAnEventUntilTheNextOne() throws IOException {
        AutoRebalanceResult result = AutoRebalanceResult.open(directory.resolve("run.csv"), false);
        result.add(true, seconds(20, 8), 20, List.of(new Event(10, "hot keys move")));
        result.add(false, seconds(20, 3), 20, List.of(new Event(7, "another time of the other run")));

        assertThat(result.parts().get(AutoRebalanceTable.PART).lines())
                .containsExactly(
                        "| seconds | what has happened | crossing per second: automatic | as placed | p50, ms: automatic"
                                + " | as placed | p99, ms: automatic | as placed |",
                        "|---|---|---|---|---|---|---|---|",
                        "| 5 to 10 | dealt round robin | 8.00 | 3.00 | 2.00 | 2.00 | 2.00 | 2.00 |",
                        "| 15 and later | hot keys move | 8.00 | 3.00 | 2.00 | 2.00 | 2.00 | 2.00 |");
    }

    @Test
    void thePageIsWhatItsFilesMake() throws IOException {
        Path page = Files.copy(DOCS.resolve("benchmarks-scheduler.md"), directory.resolve("page.md"));

        Page.write(
                List.of(page),
                AutoRebalanceResult.open(DOCS.resolve("plots/auto-rebalance.csv"), true)
                        .parts());

        assertThat(page).hasSameTextualContentAs(DOCS.resolve("benchmarks-scheduler.md"));
    }

    /** Tuples that all took 2 ms. */
    private static TreeMap<Integer, FlowReport.Second> seconds(int count, int crossing) {
        TreeMap<Integer, FlowReport.Second> seconds = new TreeMap<>();
        for (int second = 0; second < count; second++) {
            Histogram late = new Histogram(3);
            late.recordValue(2_000);
            seconds.put(second, new FlowReport.Second(10, crossing, late));
        }
        return seconds;
    }
}
