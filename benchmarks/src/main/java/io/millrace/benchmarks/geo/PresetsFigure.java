// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Word count on the hosts of presets, whose words are counted in one region, over plain connections and over channels
 * between sites.
 */
final class PresetsFigure extends TopologyFigure {

    private static final String ABOVE = "/target/above_p99_ms";
    private static final String ON = "on";
    private static final String OFF = "off";
    private static final List<String> PRESETS = List.of("eu", "us", "global");
    private static final int WORDS = 10;

    /** The least share of the offered events that is carried: with less a cell shows the rate, not the latency. */
    private static final double CARRIED = 0.98;

    private static final double MOST_ABOVE_WIRE_MILLIS = 5;

    /** What two turns of the same differ by. */
    private static final double SAME = 1.1;

    private static final double SHORT_MILLIS = 0.5;

    PresetsFigure() {
        super("presets", "Word count between regions", "preset", "guarantee", "geo");
    }

    @Override
    List<TopologyCell> topologies(Scale scale) {
        boolean quick = scale.quick();
        List<TopologyCell> cells = new ArrayList<>();
        for (String preset : quick ? PRESETS.subList(0, 1) : PRESETS) {
            for (int hosts : quick ? List.of(2) : List.of(2, 4)) {
                for (Promise promise : List.of(Promise.atMostOnce(), Promise.atLeastOnce())) {
                    for (boolean on : new boolean[] {false, true}) {
                        cells.add(TopologyCell.of(preset, hosts, on, promise, scale.perSecond())
                                .label("preset", preset + "-" + hosts)
                                .label("guarantee", promise.name())
                                .label("geo", on ? ON : OFF)
                                .label("rate", scale.perSecond()));
                    }
                }
            }
        }
        return cells;
    }

    private static double carried(Measured measured, String... cell) {
        double offered =
                WORDS * Double.parseDouble(measured.values("rate").iterator().next());
        return measured.median("/target/per_second", cell) / offered;
    }

    @Override
    List<Panel> panels(Measured measured) {
        List<Panel> panels = new ArrayList<>();
        for (String guarantee : measured.values("guarantee")) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String preset : measured.values("preset")) {
                for (String geo : List.of(OFF, ON)) {
                    double above = measured.median(ABOVE, preset, guarantee, geo);
                    if (Double.isFinite(above)) {
                        columns.put(preset + " " + geo, Map.of("p99 above the wire", above));
                    }
                }
            }
            panels.add(Panel.ofColumns("p99 above the wire, " + guarantee, "hosts, and geo", "ms", columns));
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        double above = Double.NaN;
        double worse = Double.NaN;
        double rate = Double.NaN;
        for (String preset : measured.values("preset")) {
            for (String guarantee : measured.values("guarantee")) {
                double carriedOff = carried(measured, preset, guarantee, OFF);
                if (carriedOff >= CARRIED) {
                    double on = measured.median(ABOVE, preset, guarantee, ON);
                    double off = measured.median(ABOVE, preset, guarantee, OFF);
                    above = Measured.greater(above, on);
                    worse = Measured.greater(worse, on - off <= SHORT_MILLIS ? Math.min(1, on / off) : on / off);
                }
                rate = Measured.greater(rate, carriedOff / carried(measured, preset, guarantee, ON));
            }
        }
        bars.atMost("the worst p99 above the wire with geo", above, MOST_ABOVE_WIRE_MILLIS, "ms");
        bars.atMost("the worst p99 above the wire with geo over that without, beyond 0.5 ms", worse, SAME, "");
        bars.atMost("the worst rate without geo over that with it", rate, 1 / CARRIED, "");
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table =
                MarkdownTable.of("hosts|guarantee|geo|words/s|of those offered, %|p50, ms|p99|p99 above the wire");
        for (String preset : measured.values("preset")) {
            for (String guarantee : measured.values("guarantee")) {
                for (String geo : List.of(OFF, ON)) {
                    table.row(
                            preset,
                            guarantee,
                            geo,
                            measured.median("/target/per_second", preset, guarantee, geo),
                            100 * carried(measured, preset, guarantee, geo),
                            measured.median("/target/p50_ms", preset, guarantee, geo),
                            measured.median("/target/p99_ms", preset, guarantee, geo),
                            measured.median(ABOVE, preset, guarantee, geo));
                }
            }
        }
        return table;
    }
}
