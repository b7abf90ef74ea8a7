// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import io.millrace.cluster.model.TopologyDescription;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologySeriesTest {

    private final TopologySeries series = new TopologySeries();

    @Test
    void itKeepsHalfAnHourAndNotMore() {
        for (int i = 1; i <= 3 * TopologySeries.POINTS; i++) {
            series.add(point(i * 2_000L, i));
        }
        long now = 3 * TopologySeries.POINTS * 2_000L;

        HistoryPoints points = series.since(0, now);

        assertThat(points.times()).hasSize(TopologySeries.POINTS).endsWith(now);
        assertThat(points.times().get(0)).isGreaterThan(now - TopologySeries.KEPT_MILLIS);
        assertThat(points.values().get(TopologySeries.POINTS - 1).get(0)).isEqualTo(2_700.0);
        assertThat(series.lastEmitted(2)).containsExactly(2_699.0, 2_700.0);
    }

    @Test
    void pointsThatAreOlderAreLeftOutThoughThereIsRoom() {
        series.add(point(1_000, 5));
        series.add(point(2 * TopologySeries.KEPT_MILLIS, 6));

        assertThat(series.since(0, 2 * TopologySeries.KEPT_MILLIS).times())
                .containsExactly(2 * TopologySeries.KEPT_MILLIS);
    }

    @Test
    void aPointHasAValueForEachColumn() {
        series.add(point(1_000, 123_456));

        HistoryPoints points = series.since(0, 1_000);

        assertThat(points.values().get(0)).hasSameSizeAs(points.columns());
        assertThat(points.values().get(0).get(0)).as("four digits").isEqualTo(123_500);
        assertThat(points.values().get(0).get(points.columns().indexOf("execute.p99")))
                .isEqualTo(3_000);
        assertThat(points.values().get(0).get(points.columns().indexOf("p50"))).isNull();
    }

    private static LiveTopology point(long atMillis, double emitted) {
        LatencySummary measured = new LatencySummary(1, 1_000, 2_000, 3_000, 4_000, 5_000);
        return new LiveTopology(
                null,
                new LiveTopology.Interval(atMillis, 2, new LiveTopology.Totals(emitted, 0, 0, 0, 0, 0)),
                new LiveTopology.Latencies(LatencySummary.NONE, LatencySummary.NONE, 0),
                new LiveTopology.Graph(List.of(), List.of()),
                new LiveTopology.Running(List.of(), List.of(), null, List.of(), List.of()),
                new LiveTopology.Stages(
                        Arrays.stream(Stage.values())
                                .map(stage -> new LiveTopology.StageNow(stage, measured))
                                .toList(),
                        List.of()),
                new TopologyDescription.Findings(List.of(), List.of(), List.of()));
    }
}
