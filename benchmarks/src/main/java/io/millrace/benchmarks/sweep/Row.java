package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.report.Table;

/** A line of the table that is printed while cells are measured. */
final class Row {

    private static final String FORMAT = "%-13s %-26s %10s %10s %6s %6s %9s  %-17s %-17s %9s %5s";

    static final String HEADER = String.format(
            FORMAT,
            "engine",
            "cell",
            "f, 1/s",
            "f*, 1/s",
            "f/f*",
            "C",
            "B, MB/s",
            "0.5f p50/p99, ms",
            "0.9f p50/p99, ms",
            "late >1ms",
            "busy");

    private Row() {}

    static String of(String engine, Cell cell, ObjectNode line) {
        JsonNode result = line.get("result");
        return String.format(
                FORMAT,
                engine,
                cell.name(),
                number(result, "per_second"),
                number(result, "bound"),
                number(result, "ratio"),
                number(result, "cores_left"),
                Table.shorten(result.get("bound_bytes_per_second").asDouble() / 1e6),
                number(result, "half_p50_ms") + "/" + number(result, "half_p99_ms"),
                number(result, "most_p50_ms") + "/" + number(result, "most_p99_ms"),
                line.get("late_over_1ms").asLong(),
                Math.round(100 * line.get("busy").asDouble()) + "%");
    }

    private static String number(JsonNode result, String name) {
        return Table.shorten(result.path(name).asDouble(Double.NaN));
    }
}
