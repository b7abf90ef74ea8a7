// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.MillraceModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a channel between sites costs beside a plain connection, where nothing but that differs: one hop between two
 * hosts 0.1 ms apart.
 */
final class NearFigure extends TopologyFigure {

    private static final String BY_ORACLE = "two regions, oracle";
    private static final String AS_PUBLISHED = "two regions, published";
    private static final String CHANNEL = "two regions, natural batches";
    private static final String PLAIN = "one region";
    private static final String RATE = "/target/per_second";
    private static final String P50 = "/target/p50_ms";
    private static final String MOST = "most";
    private static final int PER_SECOND = 10_000;
    private static final int WARM_UP_SECONDS = 30;

    private static final double MOST_LESS_PERCENT = 10;
    private static final double MOST_LATER_MICROS = 50;

    NearFigure() {
        super("near", "A channel beside a plain connection", "offered", "hosts in");
    }

    @Override
    List<TopologyCell> topologies(Scale scale) {
        List<TopologyCell> cells = new ArrayList<>();
        for (int rate : new int[] {0, PER_SECOND}) {
            cells.add(cell(TopologyCell.near(false, Promise.atMostOnce(), rate), rate, PLAIN));
            TopologyCell regions = TopologyCell.near(true, Promise.atMostOnce(), rate);
            cells.add(cell(regions.model(MillraceModel.NAME), rate, BY_ORACLE));
            cells.add(cell(regions.model(JetStreamModel.NAME), rate, AS_PUBLISHED));
            cells.add(cell(regions.model(NATURAL), rate, CHANNEL));
        }
        return cells;
    }

    private static TopologyCell cell(TopologyCell cell, int rate, String where) {
        return cell.label("offered", rate == 0 ? MOST : rate).label("hosts in", where);
    }

    /** The warm-up is longer: with both hosts on two processors all code is compiled after half a minute only. */
    @Override
    Windows windows(Scale scale) {
        return scale.quick()
                ? scale.windows()
                : new Windows(WARM_UP_SECONDS, scale.windows().seconds());
    }

    @Override
    List<Panel> panels(Measured measured) {
        Set<String> where = measured.values("hosts in");
        return List.of(
                Panel.ofColumns(
                        "Most tuples of 100 B by one hop",
                        "hosts",
                        "1/s",
                        Measured.each(where, in -> Map.of("tuples/s", measured.median(RATE, MOST, in)))),
                Panel.ofColumns(
                        "Median latency at 10,000/s",
                        "hosts",
                        "ms",
                        Measured.each(where, in -> Map.of("p50", measured.median(P50, "" + PER_SECOND, in)))));
    }

    @Override
    void addBars(Bars bars, Measured measured) {
        double most = measured.median(RATE, MOST, CHANNEL) / measured.median(RATE, MOST, PLAIN);
        String rate = "" + PER_SECOND;
        double later = measured.median(P50, rate, CHANNEL) - measured.median(P50, rate, PLAIN);
        bars.atMost("the channel's rate is lower by", 100 * (1 - most), MOST_LESS_PERCENT, "%");
        bars.atMost("its median latency is higher by", 1e3 * later, MOST_LATER_MICROS, "µs");
    }

    @Override
    MarkdownTable table(Measured measured) {
        MarkdownTable table = MarkdownTable.of("offered/s|hosts in|tuples/s|p50, ms|p99");
        for (String offered : measured.values("offered")) {
            for (String where : measured.values("hosts in")) {
                table.row(
                        offered,
                        where,
                        measured.median(RATE, offered, where),
                        offered.equals(MOST) ? "" : measured.text(P50, offered, where),
                        offered.equals(MOST) ? "" : measured.text("/target/p99_ms", offered, where));
            }
        }
        return table;
    }
}
