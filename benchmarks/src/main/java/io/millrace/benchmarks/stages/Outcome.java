// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.cli.traces.TracesReport;
import java.util.List;

/**
 * The traces of one run.
 *
 * @param report around the median and the 99th percentile
 * @param distribution lines of a table: a percentile, the latency, and each part
 */
record Outcome(Cell cell, TracesReport report, List<String> distribution) {}
