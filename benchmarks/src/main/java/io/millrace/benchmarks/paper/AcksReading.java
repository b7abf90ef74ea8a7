// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What acks cost on the sites of presets: from the lines of {@link PresetsFigure}. */
final class AcksReading extends SitesFigure {

    private static final double MOST_MILLIS = 2;

    private final PresetsFigure presets;

    AcksReading(PresetsFigure presets) {
        super(
                "tn-14",
                "Fig. 14",
                "acks are switched on, and taken for a means of flow control only",
                "Latency with acks beside that without, from lines of " + presets.name());
        this.presets = presets;
    }

    @Override
    String measured() {
        return presets.name();
    }

    @Override
    List<String> peers() {
        return presets.peers();
    }

    @Override
    int cells() {
        return presets.cells();
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        presets.measure(run);
    }

    private double cost(Lines lines, String engine, String sites) {
        return presets.p99(lines, engine, sites, PresetsFigure.WITH)
                - presets.p99(lines, engine, sites, PresetsFigure.WITHOUT);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return List.of(panel(lines, PresetsFigure.WITHOUT), panel(lines, PresetsFigure.WITH));
    }

    private Panel panel(Lines lines, String acks) {
        Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
        for (String sites : presets.sites(lines)) {
            for (String engine : engines(lines)) {
                double p99 = presets.p99(lines, engine, sites, acks);
                if (Double.isFinite(p99)) {
                    columns.put(sites + " " + engine, Map.of("99th percentile", p99));
                }
            }
        }
        return Panel.ofColumns(acks + " acks", "sites, engine", "ms", columns);
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (String sites : presets.sites(lines)) {
            double cost = cost(lines, EngineCommand.MILLRACE, sites);
            bars.atMost(sites + ": acks add to the p99", cost, MOST_MILLIS, "ms");
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table =
                MarkdownTable.of("sites|engine|without acks: p99, ms|carried, %|with acks: p99|carried, %");
        for (String sites : presets.sites(lines)) {
            for (String engine : engines(lines)) {
                table.row(
                        sites,
                        engine,
                        presets.p99Marked(lines, engine, sites, PresetsFigure.WITHOUT),
                        presets.carried(lines, engine, sites, PresetsFigure.WITHOUT),
                        presets.p99Marked(lines, engine, sites, PresetsFigure.WITH),
                        presets.carried(lines, engine, sites, PresetsFigure.WITH));
            }
        }
        return table;
    }
}
