// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.cli.traces.TracesReport;
import java.io.IOException;
import java.util.List;

/**
 * The traces of one run.
 *
 * @param report around the median and the 99th percentile
 * @param distribution lines of a table: a percentile, the latency, and each part
 */
public record StageTraces(TracesReport report, List<String> distribution) {

    /**
     * What the latency around the median is made of.
     *
     * @throws IOException if no trace has ended
     */
    public StageShares aroundMedian() throws IOException {
        if (report.around().isEmpty()) {
            throw new IOException("no trace has ended: give more --seconds");
        }
        return StageShares.of(report.around().get(0));
    }
}
