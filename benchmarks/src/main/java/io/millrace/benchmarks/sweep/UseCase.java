// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.util.List;
import java.util.Map;

/** What the lines of {@link UseCaseRun} say. */
final class UseCase {

    static final String NAME = "use case";

    private static final String ENGINES = "engines";
    private static final double MOST_MILLIS = 1_000;

    private UseCase() {}

    static Map<String, String> labels(Language language) {
        return Map.of(ENGINES, language.text());
    }

    /** Whether nothing was measured for so many seconds. */
    static boolean isMissing(Lines lines, Language language, int seconds) {
        return lines.of(NAME, labels(language)).stream()
                .noneMatch(line -> line.at("/result/seconds").asInt() >= seconds);
    }

    static List<Bar> bars(Lines lines) {
        Bars bars = new Bars();
        for (String language : lines.values(NAME, ENGINES)) {
            JsonNode result = last(lines, language);
            bars.atMost(
                    language + ", growth of the queue",
                    result.get("queue_last").asDouble()
                            - result.get("queue_first").asDouble(),
                    result.get("engines").asInt(),
                    "images");
            bars.atMost(language + ", p99", result.get("p99_ms").asDouble(), MOST_MILLIS, "ms");
            bars.atMost(language + ", lost images", result.get("lost").asInt(), 0, "");
            bars.atMost(language + ", broken images", result.get("broken").asInt(), 0, "");
        }
        return bars.all();
    }

    static String table(Lines lines) {
        MarkdownTable table = MarkdownTable.of(
                "engines in|images/s|seconds|engines killed|under way at first|at last|at most|p50, ms|p99"
                        + "|most|images|lost|twice");
        for (String language : lines.values(NAME, ENGINES)) {
            JsonNode result = last(lines, language);
            table.row(
                    language,
                    result.get("per_second").asDouble(),
                    result.get("seconds").asText(),
                    result.get("killed").asText(),
                    result.get("queue_first").asDouble(),
                    result.get("queue_last").asDouble(),
                    result.get("queue_most").asText(),
                    result.get("p50_ms").asDouble(),
                    result.get("p99_ms").asDouble(),
                    result.get("most_ms").asDouble(),
                    result.get("emitted").asText(),
                    result.get("lost").asText(),
                    result.get("repeated").asText());
        }
        return table.toString();
    }

    private static JsonNode last(Lines lines, String language) {
        List<JsonNode> all = lines.of(NAME, Map.of(ENGINES, language));
        return all.get(all.size() - 1).get("result");
    }
}
