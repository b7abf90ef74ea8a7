// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.geo.GeoBenchmark;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.List;

/** A figure of channels between sites, with the bars of that benchmark. */
final class GeoReading extends Reading {

    GeoReading(String name, Source source, String what, String measured, ReadTable table) {
        super(name, source, what, RawFile.GEO, measured, table);
    }

    @Override
    boolean needsHosts() {
        return true;
    }

    @Override
    int cells() {
        return GeoBenchmark.cells(measured());
    }

    @Override
    double turnSeconds(Scale scale) {
        return GeoBenchmark.turnSeconds(measured());
    }

    @Override
    void measure(Lines lines, List<String> options, Run run) throws IOException, InterruptedException {
        GeoBenchmark.measureLacking(measured(), lines, run.turns(), options);
    }

    @Override
    public String picture() {
        return "geo-" + measured();
    }

    @Override
    public List<Panel> panels(Lines lines) {
        return GeoBenchmark.panels(measured(), lines);
    }

    @Override
    void addMeasured(Bars bars, Lines lines) {
        GeoBenchmark.bars(measured(), lines).forEach(bars::add);
    }
}
