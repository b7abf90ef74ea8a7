// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.cli.traces.TracesReport;
import java.util.List;

/** The traces of one cell. */
record Outcome(Cell cell, StageTraces traces) {

    TracesReport report() {
        return traces.report();
    }

    List<String> distribution() {
        return traces.distribution();
    }
}
