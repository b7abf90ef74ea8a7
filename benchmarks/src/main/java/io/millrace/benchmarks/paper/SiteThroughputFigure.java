// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import java.util.List;

/** What is carried over the round-trip time. */
final class SiteThroughputFigure extends RttFigure {

    /** The longest round-trip time of the paper's sites. */
    private static final String LONGEST = "242";

    private static final double LEAST_PERCENT = 99;

    SiteThroughputFigure() {
        super(
                "tn-17",
                "Fig. 17",
                "throughput over round-trip times",
                "Throughput over the round-trip time",
                List.of(new Value("carried", "%", Result.CARRIED), new Value("p99", "ms", Result.P99)));
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        double carried = at(lines, EngineCommand.MILLRACE, LONGEST, Result.CARRIED);
        bars.atLeast(LONGEST + " ms: carried", carried, LEAST_PERCENT, "%");
    }
}
