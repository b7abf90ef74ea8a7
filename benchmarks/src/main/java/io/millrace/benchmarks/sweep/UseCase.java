package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The published use case, scaled to two cores: images of 10 MB, 100 ms of a core for each, nine tenths of what the cores allow, for minutes; at-least-once. */
final class UseCase {

    static final String NAME = "case";

    /** Of topologies of Millrace. */
    static final String GUARANTEE = "topology.guarantee=at-least-once";

    private static final Cell CELL = new Cell(Setting.SHM, 10_000_000, 100);

    /** For two cores. */
    private static final double PER_SECOND = 18;

    private static final int CORES = 2;
    private static final double MOST_MILLIS = 1_000;

    private UseCase() {}

    /** The line of it, without what all lines have. */
    static ObjectNode measure(Place place, EngineCommand engine, int minutes) throws IOException, InterruptedException {
        int engines = CELL.setting().engines();
        return CellRun.run(place, Effort.FULL, engine, CELL, (prober, line) -> {
            double perSecond = PER_SECOND * engines / CORES;
            // Code is compiled
            prober.attempt(perSecond / 2, Effort.FULL.seconds(perSecond));
            Prober.Try shown = prober.attempt(perSecond, 60.0 * minutes);
            line.putObject("result")
                    .put("per_second", perSecond)
                    .put("minutes", minutes)
                    .put("engines", engines)
                    .put("queue_before", shown.seen().waitingBefore())
                    .put("queue_after", shown.seen().waitingAfter())
                    .put("late_ms", 1e3 * shown.seen().mostLateSeconds())
                    .put("p50_ms", shown.latency().p50())
                    .put("p99_ms", shown.latency().p99())
                    // More or fewer are an error before this line is written
                    .put("lost", 0);
        });
    }

    static Map<String, String> labels(String engine) {
        return Map.of("engine", engine);
    }

    static List<Bar> bars(Lines lines) {
        List<Bar> bars = new ArrayList<>();
        for (String engine : lines.values(NAME, "engine")) {
            JsonNode result = last(lines, engine);
            long growth =
                    result.get("queue_after").asLong() - result.get("queue_before").asLong();
            bars.add(new Bar(engine + ", growth of the queue", growth, result.get("engines").asInt(), "messages", true));
            bars.add(new Bar(engine + ", p99", result.get("p99_ms").asDouble(), MOST_MILLIS, "ms", true));
            bars.add(new Bar(engine + ", lost messages", result.get("lost").asInt(), 0, "", true));
        }
        return bars;
    }

    static String table(Lines lines) {
        Table table = new Table("engine", "1/s", "minutes", "queue before", "queue after", "p50, ms", "p99", "lost");
        for (String engine : lines.values(NAME, "engine")) {
            JsonNode result = last(lines, engine);
            table.row(
                    engine,
                    result.get("per_second").asDouble(),
                    result.get("minutes").asText(),
                    result.get("queue_before").asText(),
                    result.get("queue_after").asText(),
                    result.get("p50_ms").asDouble(),
                    result.get("p99_ms").asDouble(),
                    result.get("lost").asText());
        }
        return table.toString();
    }

    private static JsonNode last(Lines lines, String engine) {
        List<JsonNode> all = lines.of(NAME, labels(engine));
        return all.get(all.size() - 1).get("result");
    }
}
