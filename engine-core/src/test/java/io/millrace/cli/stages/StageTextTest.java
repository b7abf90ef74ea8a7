package io.millrace.cli.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A stage breakdown, character by character. */
class StageTextTest {

    private static final List<StageMetrics> STAGES = List.of(
            stage("words", Stage.OUTBOX, 0, 500),
            stage("words", Stage.ENCODE, 1_000, 4_000),
            stage("words", Stage.TRANSIT, 6_000, 20_000),
            stage("words", Stage.EXECUTE, 3_000, 3_000),
            stage("idle", Stage.EXECUTE, 0, 0, 0),
            stage("log", Stage.EXECUTE, 0, 0, 3));

    @Test
    void barsAreInProportionOverAllEdges() {
        assertThat(StageText.lines(report(STAGES), true))
                .containsExactly(
                        "END TO END OF wc      P50      P90      P99    P99.9      MAX  TUPLES",
                        "since the start   12.3 us  20.0 us  1.50 ms  2.00 ms  3.00 ms   1,000",
                        "last seconds            -        -        -        -        -       0",
                        "",
                        "lines/default -> words, 9 sampled",
                        "STAGE        P50      P99   SHARE  █ P50  ▒ P99",
                        "outbox      0 ns   500 ns   0.0 %  ▒",
                        "encode   1.00 us  4.00 us  10.0 %  ██▒▒▒▒▒▒",
                        "transit  6.00 us  20.0 us  60.0 %  ████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
                        "execute  3.00 us  3.00 us  30.0 %  ██████",
                        "",
                        "lines/default -> log, 3 sampled",
                        "STAGE     P50   P99  SHARE  █ P50  ▒ P99",
                        "execute  0 ns  0 ns  0.0 %");
    }

    @Test
    void aTerminalWithoutBlocksGetsAscii() {
        List<String> lines = StageText.lines(report(STAGES), false);

        assertThat(lines).contains("STAGE        P50      P99   SHARE  # P50  - P99");
        assertThat(lines).contains("encode   1.00 us  4.00 us  10.0 %  ##------");
        assertThat(String.join("", lines)).matches("\\p{ASCII}*");
    }

    @Test
    void itSaysThatNothingWasSampled() {
        assertThat(StageText.lines(report(List.of(stage("idle", Stage.EXECUTE, 0, 0, 0))), true))
                .endsWith("", "nothing sampled yet: no sampled tuple of 'wc' has gone from one task to another");
    }

    private static StageReport report(List<StageMetrics> stages) {
        return StageReport.of(new TopologyMetrics(
                "wc",
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                stages,
                LinkCounts.NONE,
                new LatencySummary(1_000, 12_345, 20_000, 1_500_000, 2_000_000, 3_000_000),
                LatencySummary.NONE));
    }

    private static StageMetrics stage(String target, Stage stage, long median, long high) {
        return stage(target, stage, median, high, 9);
    }

    private static StageMetrics stage(String target, Stage stage, long median, long high, long count) {
        return new StageMetrics(
                "lines", "default", target, stage, new LatencySummary(count, median, high, high, high, high));
    }
}
