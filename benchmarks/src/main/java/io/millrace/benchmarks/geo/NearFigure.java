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

/** What a channel between sites costs beside a plain connection, where nothing but that differs: one hop between two hosts 0.1 ms apart. */
final class NearFigure implements TopologyFigure {

    private static final String NAME = "near";
    private static final String CHANNEL = "two regions";
    private static final String PLAIN = "one region";
    private static final String MOST = "most";
    private static final int PER_SECOND = 10_000;
    private static final int WARM_UP_SECONDS = 30;

    private static final double MOST_LESS_PERCENT = 10;
    private static final double MOST_LATER_MICROS = 50;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "A channel beside a plain connection";
    }

    @Override
    public List<TopologyCell> topologies(Scale scale) {
        List<TopologyCell> cells = new ArrayList<>();
        for (int rate : new int[] {0, PER_SECOND}) {
            for (boolean regions : new boolean[] {false, true}) {
                cells.add(TopologyCell.near(regions, Promise.atMostOnce(), rate)
                        .label("offered", rate == 0 ? MOST : rate)
                        .label("hosts in", regions ? CHANNEL : PLAIN));
            }
        }
        return cells;
    }

    /** With both hosts on two processors all code is compiled after half a minute only. */
    @Override
    public Windows windows(Scale scale) {
        return scale.quick()
                ? scale.windows()
                : new Windows(WARM_UP_SECONDS, scale.windows().seconds());
    }

    private static double value(Lines lines, String offered, String where, String what) {
        return lines.median(NAME, Map.of("offered", offered, "hosts in", where), "/target/" + what);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, Map<String, Double>> rates = new LinkedHashMap<>();
        Map<String, Map<String, Double>> latencies = new LinkedHashMap<>();
        for (String where : lines.values(NAME, "hosts in")) {
            rates.put(where, Map.of("tuples/s", value(lines, MOST, where, "per_second")));
            latencies.put(where, Map.of("p50", value(lines, "" + PER_SECOND, where, "p50_ms")));
        }
        return List.of(
                Panel.ofColumns("Most tuples of 100 B by one hop", "hosts", "1/s", rates),
                Panel.ofColumns("Median latency at 10,000/s", "hosts", "ms", latencies));
    }

    @Override
    public List<Bar> bars(Lines lines) {
        double most = value(lines, MOST, CHANNEL, "per_second") / value(lines, MOST, PLAIN, "per_second");
        double later =
                value(lines, "" + PER_SECOND, CHANNEL, "p50_ms") - value(lines, "" + PER_SECOND, PLAIN, "p50_ms");
        List<Bar> bars = new ArrayList<>();
        if (Double.isFinite(most)) {
            bars.add(new Bar("the channel's rate is lower by", 100 * (1 - most), MOST_LESS_PERCENT, "%", true));
        }
        if (Double.isFinite(later)) {
            bars.add(new Bar("its median latency is higher by", 1e3 * later, MOST_LATER_MICROS, "µs", true));
        }
        return bars;
    }

    @Override
    public String table(Lines lines) {
        Table table = new Table("offered/s", "hosts in", "tuples/s", "p50, ms", "p99");
        for (String offered : lines.values(NAME, "offered")) {
            for (String where : lines.values(NAME, "hosts in")) {
                table.row(
                        offered,
                        where,
                        value(lines, offered, where, "per_second"),
                        offered.equals(MOST) ? "" : Table.shorten(value(lines, offered, where, "p50_ms")),
                        offered.equals(MOST) ? "" : Table.shorten(value(lines, offered, where, "p99_ms")));
            }
        }
        return table.toString();
    }
}
