package io.millrace.benchmarks.stages;

import io.millrace.cli.ways.WaysReport;
import java.util.List;

/**
 * The ways of one run.
 *
 * @param report around the median and the 99th percentile
 * @param distribution lines of a table: a percentile, the latency, and each part
 */
record Outcome(Cell cell, WaysReport report, List<String> distribution) {}
