// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import io.millrace.benchmarks.sweep.SweepBenchmark;
import io.millrace.benchmarks.sweep.SweepFigure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A setting of the sweep, with the bars of that benchmark. A cell that is measured again replaces what it was. */
final class SweepReading extends Reading {

    private static final ReadTable TABLE =
            ReadTable.across("work", "messages/s", "/result/per_second", "of the bound", "/result/ratio");

    private final SweepFigure figure;
    private final boolean hosts;

    /**
     * @param setting by the name that options of the sweep use
     * @param hosts whether it needs emulated hosts
     */
    SweepReading(String name, Source source, String what, String setting, boolean hosts) {
        super(name, source, what, RawFile.SWEEP, setting, TABLE);
        this.figure = new SweepFigure(setting);
        this.hosts = hosts;
    }

    @Override
    boolean needsHosts() {
        return hosts;
    }

    @Override
    int cells() {
        return figure.cells();
    }

    @Override
    int turns(int asked) {
        return 1;
    }

    @Override
    double turnSeconds(Scale scale) {
        return figure.seconds();
    }

    @Override
    void measure(Lines lines, List<String> options, Run run) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        all.add("--setting=" + measured());
        SweepBenchmark.run(all);
    }

    @Override
    public String picture() {
        return figure.picture();
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return figure.panels(lines);
    }

    @Override
    void addMeasured(Bars bars, Lines lines) {
        figure.bars(lines).forEach(bars::add);
    }

    @Override
    double value(Lines lines, Map<String, String> labels, String pointer) {
        return lines.of(measured(), labels).stream()
                .reduce((one, later) -> isQuick(later) && !isQuick(one) ? one : later)
                .map(line -> line.at(pointer).asDouble(Double.NaN))
                .orElse(Double.NaN);
    }

    private static boolean isQuick(JsonNode line) {
        return line.path(Lines.QUICK).asBoolean();
    }
}
