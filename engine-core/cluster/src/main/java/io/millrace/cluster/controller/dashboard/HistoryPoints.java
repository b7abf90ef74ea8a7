// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import java.util.List;

/**
 * The points of a topology's history after some time, the oldest first.
 *
 * @param columns the names of the figures: rates per second, trees, and latencies in nanoseconds
 * @param times the times in milliseconds since 1970
 * @param values a list for each point; null where nothing was measured
 */
public record HistoryPoints(List<String> columns, List<Long> times, List<List<Double>> values) {}
