// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.sweep.SweepBenchmark;
import io.millrace.benchmarks.sweep.SweepFigure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The sweep's use case, with its bars. */
final class UseCaseReading extends Reading {

    private static final double SECONDS = 600;

    private static final ReadTable TABLE = ReadTable.rows(
            "images/s",
            "/result/per_second",
            "engines killed",
            "/result/killed",
            "p50, ms",
            "/result/p50_ms",
            "p99",
            "/result/p99_ms",
            "most",
            "/result/most_ms",
            "lost",
            "/result/lost",
            "twice",
            "/result/repeated");

    UseCaseReading(String name, Source source, String what) {
        super(name, source, what, RawFile.SWEEP, SweepFigure.USE_CASE, TABLE);
    }

    /** One for each language. */
    @Override
    int cells() {
        return 2;
    }

    @Override
    int turns(int asked) {
        return 1;
    }

    @Override
    double turnSeconds(Scale scale) {
        return cells() * SECONDS;
    }

    @Override
    void measure(Lines lines, List<String> options, Run run) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        all.add("--use-case");
        if (run.scale().quick()) {
            all.add("--seconds=8");
        }
        SweepBenchmark.run(all);
    }

    @Override
    public String picture() {
        return "";
    }

    @Override
    void addMeasured(Bars bars, Lines lines) {
        SweepFigure.useCaseBars(lines).forEach(bars::add);
    }
}
