// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What was measured in a setting, by engine, size and work. */
record Field(Lines lines, Setting setting) {

    /** Values of one cell of one engine. */
    record Point(Cell cell, JsonNode result) {

        double perSecond() {
            return number("per_second");
        }

        double bound() {
            return number("bound");
        }

        double ratio() {
            return number("ratio");
        }

        double coresLeft() {
            return number("cores_left");
        }

        double bytesPerSecond() {
            return number("bound_bytes_per_second");
        }

        /** The lowest of several looks; no number if the line is of before there were several. */
        double lowestBytesPerSecond() {
            return number("bound_bytes_per_second_lowest");
        }

        double highestBytesPerSecond() {
            return number("bound_bytes_per_second_highest");
        }

        double number(String name) {
            return result.path(name).asDouble(Double.NaN);
        }

        /** Seconds from source to engine at best, with the work. */
        double leastSeconds() {
            return cell.costSeconds() + cell.bytes() / bytesPerSecond();
        }
    }

    List<String> engines() {
        return List.copyOf(lines.values(setting.text(), "engine"));
    }

    /** Sizes that were measured, ascending. */
    List<Integer> sizes() {
        return sorted(result -> result.get("bytes").asInt());
    }

    /** Works that were measured, ascending. */
    List<Work> works() {
        return sorted(result -> new Work(
                result.get("cost_ms").asInt(),
                Grouping.valueOf(result.get("grouping").asText())));
    }

    private <T> List<T> sorted(Function<JsonNode, T> read) {
        return lines.of(setting.text()).stream()
                .map(line -> read.apply(line.get("result")))
                .distinct()
                .sorted()
                .toList();
    }

    /** Whether a line has a figure of the quick form, which is coarse. */
    static boolean isQuick(JsonNode line) {
        return line.path("quick").asBoolean();
    }

    /** The last that was measured of a cell, in the full form if it was; empty if none was. */
    Stream<Point> point(String engine, int bytes, Work work) {
        Cell cell = new Cell(setting, bytes, work);
        List<JsonNode> all = lines.of(setting.text(), cell.labels(engine));
        return all.stream()
                .reduce((one, later) -> isQuick(later) && !isQuick(one) ? one : later)
                .map(line -> new Point(cell, line.get("result")))
                .stream();
    }

    List<Point> points(String engine) {
        List<Point> points = new ArrayList<>();
        for (int bytes : sizes()) {
            for (Work work : works()) {
                point(engine, bytes, work).forEach(points::add);
            }
        }
        return points;
    }

    List<Point> own() {
        return points(EngineCommand.MILLRACE);
    }
}
