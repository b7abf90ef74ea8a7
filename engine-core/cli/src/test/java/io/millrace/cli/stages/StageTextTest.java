// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.WorkerMetrics;
import java.util.List;
import java.util.Map;
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

    @Test
    void timesBetweenNodesAreMarkedIfTheClocksMakeThemUncertain() {
        StageReport sameNode = report(STAGES);
        StageReport.EdgeReport edge = sameNode.edges().get(0);
        StageReport report = new StageReport(
                "wc",
                sameNode.endToEnd(),
                sameNode.recentEndToEnd(),
                1_500,
                List.of(
                        new StageReport.EdgeReport("lines", "default", "words", true, edge.stages()),
                        new StageReport.EdgeReport("lines", "default", "near", false, edge.stages())));

        assertThat(StageText.lines(report, false))
                .contains("since the start   ~12.3 us  20.0 us  1.50 ms  2.00 ms  3.00 ms   1,000")
                .contains("execute   3.00 us  3.00 us  30.0 %  ######")
                .anyMatch(line -> line.startsWith("transit  ~6.00 us  20.0 us"))
                .anyMatch(line -> line.startsWith("transit  6.00 us  20.0 us"))
                .endsWith(
                        "",
                        "~ the clocks of the nodes are known to 1.50 us only, more than a tenth of this: see describe --peers");
    }

    @Test
    void anEdgeIsBetweenNodesIfTuplesWentFromOneToAnother() {
        TopologyMetrics metrics = new TopologyMetrics(
                "wc",
                false,
                new TopologyMetrics.Work(
                        List.of(worker("w1", "n1"), worker("w2", "n2"), worker("w3", "n1")),
                        List.of(task(1, "w1"), task(2, "w2"), task(3, "w3"), task(4, "w2")),
                        List.of()),
                new TopologyMetrics.Exchange(
                        List.of(),
                        List.of(edge("words", 2, 1), edge("idle", 4, 0), edge("log", 3, 1)),
                        List.of(
                                stage("words", Stage.EXECUTE, 1, 1),
                                stage("idle", Stage.EXECUTE, 1, 1),
                                stage("log", Stage.EXECUTE, 1, 1)),
                        LinkCounts.NONE),
                TopologyMetrics.Latencies.NONE,
                null,
                TopologyMetrics.Sites.NONE);

        assertThat(StageReport.of(metrics).edges())
                .filteredOn(StageReport.EdgeReport::betweenNodes)
                .extracting(StageReport.EdgeReport::target)
                .containsExactly("words");
    }

    private static WorkerMetrics worker(String worker, String node) {
        return new WorkerMetrics(worker, node, 1, 1, 1, true, LinkCounts.NONE);
    }

    private static EdgeMetrics edge(String target, int task, long messages) {
        return new EdgeMetrics("lines", 1, "default", target, task, messages, 0);
    }

    private static TaskMetrics task(int task, String worker) {
        LatencySummary none = LatencySummary.NONE;
        return new TaskMetrics(
                "c", task, worker, Figures.none(TaskFigure.class), Map.of(), Map.of(), Map.of(), none, none, none);
    }

    private static StageReport report(List<StageMetrics> stages) {
        return StageReport.of(new TopologyMetrics(
                "wc",
                false,
                new TopologyMetrics.Work(List.of(), List.of(), List.of()),
                new TopologyMetrics.Exchange(List.of(), List.of(), stages, LinkCounts.NONE),
                new TopologyMetrics.Latencies(
                        new LatencySummary(1_000, 12_345, 20_000, 1_500_000, 2_000_000, 3_000_000),
                        LatencySummary.NONE),
                null,
                TopologyMetrics.Sites.NONE));
    }

    private static StageMetrics stage(String target, Stage stage, long median, long high) {
        return stage(target, stage, median, high, 9);
    }

    private static StageMetrics stage(String target, Stage stage, long median, long high, long count) {
        return new StageMetrics(
                "lines", "default", target, stage, new LatencySummary(count, median, high, high, high, high));
    }
}
