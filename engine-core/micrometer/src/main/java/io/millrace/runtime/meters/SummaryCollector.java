// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.millrace.api.metrics.LatencySummary;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Exports the latencies of one family as a Prometheus summary. Micrometer's own summaries cannot, because they measure
 * themselves. There is no sum, because none is known.
 */
final class SummaryCollector implements Collector {

    private final Family family;
    private final Supplier<Map<Series, Cell>> cells;

    SummaryCollector(Family family, Supplier<Map<Series, Cell>> cells) {
        this.family = family;
        this.cells = cells;
    }

    @Override
    public MetricSnapshot collect() {
        SummarySnapshot.Builder summary =
                SummarySnapshot.builder().name(family.prometheusName()).help(family.description());
        cells.get().forEach((series, cell) -> {
            if (series.family() == family) {
                summary.dataPoint(SummaryDataPointSnapshot.builder()
                        .labels(Labels.of(family.labels(), series.labels()))
                        .count(Math.round(cell.value()))
                        .quantiles(quantiles(cell.latency()))
                        .build());
            }
        });
        return summary.build();
    }

    private static Quantiles quantiles(LatencySummary latency) {
        Quantiles.Builder quantiles = Quantiles.builder();
        for (Level level : Level.values()) {
            quantiles.quantile(new Quantile(level.share(), level.seconds(latency)));
        }
        return quantiles.build();
    }
}
