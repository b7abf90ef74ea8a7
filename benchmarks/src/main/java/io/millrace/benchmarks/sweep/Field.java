package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What was measured in a setting, by engine, size and cost. */
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

        double number(String name) {
            return result.path(name).asDouble(Double.NaN);
        }

        /** Seconds from source to engine at best, with the work. */
        double leastSeconds() {
            return cell.costSeconds() + cell.bytes() / number("bound_bytes_per_second");
        }
    }

    List<String> engines() {
        return List.copyOf(lines.values(setting.text(), "engine"));
    }

    /** Sizes that were measured, ascending. */
    List<Integer> sizes() {
        return numbers("bytes");
    }

    /** Costs in milliseconds that were measured, ascending. */
    List<Integer> costs() {
        return numbers("cost_ms");
    }

    private List<Integer> numbers(String name) {
        return lines.of(setting.text()).stream()
                .map(line -> line.at("/result/" + name).asInt())
                .distinct()
                .sorted()
                .toList();
    }

    /** The last that was measured of a cell; empty if none was. */
    Stream<Point> point(String engine, int bytes, int cost) {
        Cell cell = new Cell(setting, bytes, cost);
        List<JsonNode> all = lines.of(setting.text(), cell.labels(engine));
        return all.isEmpty()
                ? Stream.empty()
                : Stream.of(new Point(cell, all.get(all.size() - 1).get("result")));
    }

    List<Point> points(String engine) {
        List<Point> points = new ArrayList<>();
        for (int bytes : sizes()) {
            for (int cost : costs()) {
                point(engine, bytes, cost).forEach(points::add);
            }
        }
        return points;
    }

    List<Point> own() {
        return points(EngineCommand.MILLRACE);
    }
}
