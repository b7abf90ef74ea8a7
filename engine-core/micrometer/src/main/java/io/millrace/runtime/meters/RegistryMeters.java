// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The meters in one registry, which are added and removed as values are reported. Writers hold the lock of this
 * object; any thread reads values.
 */
final class RegistryMeters implements Meters {

    private final MeterRegistry registry;
    private final Runnable beforeReading;
    private final Map<Series, Cell> cells = new ConcurrentHashMap<>();
    private final Map<Figure, Family> families = new HashMap<>();
    private final List<SummaryCollector> summaries;
    private long reading;

    /** @param beforeReading called before a value is read; may call {@link #show} */
    RegistryMeters(MeterRegistry registry, Runnable beforeReading) {
        this.registry = registry;
        this.beforeReading = beforeReading;
        this.summaries = registry instanceof PrometheusMeterRegistry
                ? List.of(summary(Family.LATENCY), summary(Family.STAGE_LATENCY), summary(Family.TIMER))
                : List.of();
    }

    /** Begins to export summaries. Called once. */
    void open() {
        summaries.forEach(summary -> prometheus().register(summary));
    }

    /** Removes all meters from the registry. */
    synchronized void close() {
        summaries.forEach(summary -> prometheus().unregister(summary));
        cells.values().forEach(this::remove);
        cells.clear();
    }

    /**
     * Updates the values. Counts stay until their topology is no longer reported, because a worker that does not
     * answer for a while has not restarted. Other values stay only while they are reported.
     */
    synchronized void show(Collection<TopologyMetrics> topologies) {
        reading++;
        Set<String> names = new HashSet<>();
        gauge(Family.TOPOLOGIES, topologies.size());
        for (TopologyMetrics topology : topologies) {
            names.add(topology.topology());
            new TopologyMeters(topology, this).write();
        }
        for (Iterator<Map.Entry<Series, Cell>> all = cells.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Series, Cell> entry = all.next();
            List<String> labels = entry.getKey().labels();
            boolean gone = !labels.isEmpty() && !names.contains(labels.get(0));
            boolean counts =
                    entry.getValue().meter() == null || entry.getValue().meter() instanceof FunctionCounter;
            if (gone || !counts && !entry.getValue().isOf(reading)) {
                all.remove();
                remove(entry.getValue());
            }
        }
    }

    @Override
    public void gauge(Family family, double value, String... labels) {
        set(new Series(family, List.of(labels), null), value);
    }

    @Override
    public void count(Family family, String part, double value, String... labels) {
        Series series = new Series(family, List.of(labels), null);
        Cell cell = cells.computeIfAbsent(series, id -> new Cell());
        cell.count(part, value, reading);
        if (cell.meter() == null) {
            cell.registeredAs(FunctionCounter.builder(family.meter(), cell, this::read)
                    .baseUnit(family.baseUnit())
                    .description(family.description())
                    .tags(series.tags())
                    .register(registry));
        }
    }

    @Override
    public void summary(Family family, LatencySummary latency, long count, String... labels) {
        if (!summaries.isEmpty()) {
            cells.computeIfAbsent(new Series(family, List.of(labels), null), id -> new Cell())
                    .summarize(latency, count, reading);
            return;
        }
        for (Level level : Level.values()) {
            set(new Series(family, List.of(labels), Double.toString(level.share())), level.seconds(latency));
        }
    }

    @Override
    public <F extends Figure> void figures(Figures<F> figures, String names, String part, String... labels) {
        for (F figure : figures.table()) {
            Figure.Meaning meaning = figure.meaning();
            if (meaning.meter().isEmpty()) {
                continue;
            }
            Family family = families.computeIfAbsent(figure, one -> Family.of(one, names));
            String[] all = labels;
            if (!meaning.label().isEmpty()) {
                all = Arrays.copyOf(labels, labels.length + 1);
                all[labels.length] = meaning.value();
            }
            if (meaning.kind() == Figure.Kind.TOTAL) {
                count(family, part, figures.shown(figure), all);
            } else {
                gauge(family, figures.shown(figure), all);
            }
        }
    }

    private void set(Series series, double value) {
        Cell cell = cells.computeIfAbsent(series, id -> new Cell());
        cell.set(value, reading);
        if (cell.meter() == null) {
            cell.registeredAs(Gauge.builder(series.family().meter(), cell, this::read)
                    .baseUnit(series.family().baseUnit())
                    .description(series.family().description())
                    .tags(series.tags())
                    .register(registry));
        }
    }

    private double read(Cell cell) {
        beforeReading.run();
        return cell.value();
    }

    private SummaryCollector summary(Family family) {
        return new SummaryCollector(family, () -> {
            beforeReading.run();
            return cells;
        });
    }

    private void remove(Cell cell) {
        Meter meter = cell.meter();
        if (meter != null) {
            registry.remove(meter);
        }
    }

    private PrometheusRegistry prometheus() {
        return ((PrometheusMeterRegistry) registry).getPrometheusRegistry();
    }
}
