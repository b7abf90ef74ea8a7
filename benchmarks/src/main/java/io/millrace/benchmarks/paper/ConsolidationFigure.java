// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.netlab.Consolidation;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Latency before and after tasks move together while a topology runs, and for how long nothing comes meanwhile. */
final class ConsolidationFigure extends PaperFigure {

    private static final String BEFORE = "/result/before_ms";
    private static final String GAIN = "/result/gain_percent";
    private static final String LATEST = "/result/latest_ms";

    /** The higher one of the published gains. */
    private static final double LEAST_GAIN_PERCENT = 20.89;

    private static final double MOST_MILLIS = 1_000;

    /** From the permission to move until all tasks run in their new places. */
    private static final double MOVE_SECONDS = 40;

    private static final Map<String, String> LABELS = Map.of(RTT, Double.toString(Result.RTT_MILLIS));

    ConsolidationFigure() {
        super(
                "ts-9e",
                new Source(
                        TURBOSTREAM,
                        "Fig. 9e",
                        "moving tasks together while they run lowers the latency by 20.89 and 12.91 %, and"
                                + " nothing comes for 15 to 20 s"),
                "Latency before and after tasks move together");
    }

    @Override
    boolean needsHosts() {
        return true;
    }

    @Override
    int cells() {
        return 1;
    }

    @Override
    double turnSeconds(Scale scale) {
        return scale.cellSeconds() + scale.seconds() + MOVE_SECONDS;
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        if (run.lacking(this, List.of(LABELS)) > 0) {
            NetlabHosts.with(
                    () -> Lab.up(0, ""),
                    List.of("monitor.interval=2 s"),
                    hosts -> run.measure(this, List.of(new Run.Cell(LABELS, () -> measure(hosts, run.scale())))));
        }
    }

    private static ObjectNode measure(NetlabHosts hosts, Scale scale) throws IOException, InterruptedException {
        Consolidation run = Consolidation.measure(hosts, Result.RTT_MILLIS, scale.warmUpSeconds(), scale.seconds());
        double before = run.beforeMicros().getMean() / 1e3;
        double after = run.afterMicros().getMean() / 1e3;
        Map<String, Double> result = new LinkedHashMap<>();
        result.put("per_second", (double) run.afterMicros().getTotalCount() / scale.seconds());
        result.put("mean_ms", after);
        result.put("before_ms", before);
        result.put("gain_percent", lowerPercent(after, before));
        result.put("latest_ms", run.latestMillis());
        result.put("moves", (double) run.moves());
        ObjectNode line = Result.of(result, Lab.NETWORK, run.busy());
        run.lab().describe(line);
        return line;
    }

    private double median(Lines lines, String pointer) {
        return lines.median(name(), LABELS, pointer);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
        columns.put("before", Map.of("mean", median(lines, BEFORE)));
        columns.put("after", Map.of("mean", median(lines, Result.MEAN)));
        return List.of(Panel.ofColumns("two hosts", "the move", "ms", columns));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        bars.atLeast("the mean is lower afterwards by", median(lines, GAIN), LEAST_GAIN_PERCENT, "%");
        bars.atMost("the latest tuple during the move comes after", median(lines, LATEST), MOST_MILLIS, "ms");
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("RTT, ms|before: mean, ms|after: mean, ms|gain, %|latest tuple, ms");
        table.row(
                Double.toString(Result.RTT_MILLIS),
                median(lines, BEFORE),
                median(lines, Result.MEAN),
                median(lines, GAIN),
                median(lines, LATEST));
        return table;
    }
}
