package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Word count on the hosts of presets, whose words are counted in one region, over plain connections and over channels between sites. */
final class PresetsFigure implements TopologyFigure {

    private static final String NAME = "presets";
    private static final String ON = "on";
    private static final String OFF = "off";
    private static final List<String> PRESETS = List.of("eu", "us", "global");
    private static final int WORDS = 10;

    /** Of what is offered: with less a cell is one of the rate, not of the latency. */
    private static final double CARRIED = 0.98;

    private static final double MOST_ABOVE_WIRE_MILLIS = 5;

    /** What two turns of the same differ by. */
    private static final double SAME = 1.1;

    private static final double SHORT_MILLIS = 0.5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Word count between regions";
    }

    @Override
    public List<TopologyCell> topologies(Scale scale) {
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

    private static double value(Lines lines, String preset, String guarantee, String geo, String what) {
        return lines.median(NAME, Map.of("preset", preset, "guarantee", guarantee, "geo", geo), "/target/" + what);
    }

    private static double carried(Lines lines, String preset, String guarantee, String geo) {
        double offered =
                WORDS * Double.parseDouble(lines.values(NAME, "rate").iterator().next());
        return value(lines, preset, guarantee, geo, "per_second") / offered;
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (String guarantee : lines.values(NAME, "guarantee")) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String preset : lines.values(NAME, "preset")) {
                for (String geo : List.of(OFF, ON)) {
                    double above = value(lines, preset, guarantee, geo, "above_p99_ms");
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
    public List<Bar> bars(Lines lines) {
        double above = Double.NaN;
        double worse = Double.NaN;
        double rate = Double.NaN;
        for (String preset : lines.values(NAME, "preset")) {
            for (String guarantee : lines.values(NAME, "guarantee")) {
                double on = value(lines, preset, guarantee, ON, "above_p99_ms");
                double off = value(lines, preset, guarantee, OFF, "above_p99_ms");
                if (carried(lines, preset, guarantee, OFF) >= CARRIED) {
                    above = most(above, on);
                    worse = most(worse, on - off <= SHORT_MILLIS ? Math.min(1, on / off) : on / off);
                }
                rate = most(rate, carried(lines, preset, guarantee, OFF) / carried(lines, preset, guarantee, ON));
            }
        }
        List<Bar> bars = new ArrayList<>();
        if (Double.isFinite(above)) {
            bars.add(new Bar("the worst p99 above the wire with geo", above, MOST_ABOVE_WIRE_MILLIS, "ms", true));
            bars.add(new Bar(
                    "the worst p99 above the wire with geo over that without, beyond 0.5 ms", worse, SAME, "", true));
        }
        bars.add(new Bar("the worst rate without geo over that with it", rate, 1 / CARRIED, "", true));
        return bars;
    }

    private static double most(double one, double other) {
        return Double.isNaN(one) ? other : Math.max(one, other);
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table(
                "hosts", "guarantee", "geo", "words/s", "of those offered, %", "p50, ms", "p99", "p99 above the wire");
        for (String preset : lines.values(NAME, "preset")) {
            for (String guarantee : lines.values(NAME, "guarantee")) {
                for (String geo : List.of(OFF, ON)) {
                    table.row(
                            preset,
                            guarantee,
                            geo,
                            value(lines, preset, guarantee, geo, "per_second"),
                            100 * carried(lines, preset, guarantee, geo),
                            value(lines, preset, guarantee, geo, "p50_ms"),
                            value(lines, preset, guarantee, geo, "p99_ms"),
                            value(lines, preset, guarantee, geo, "above_p99_ms"));
                }
            }
        }
        return table.toString();
    }
}
