// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The file that JMH writes with {@code -rf json}: figures by benchmark and name, in the order of the file. */
final class JmhResults {

    private static final String PACKAGE = "io.millrace.benchmarks.";
    private static final String BYTES = "B/op";

    /** Those of which too few samples tell, or that say nothing beside p50 and p99. */
    private static final Pattern OTHER_PERCENTILE = Pattern.compile("p[01]\\.(?!50$|99$)\\d+$");

    private final Map<String, Map<String, Figure>> byBenchmark = new LinkedHashMap<>();

    private JmhResults() {}

    /** @throws IOException with one line that names the file and what is wrong with it */
    static JmhResults read(Path file) throws IOException {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (CharacterCodingException e) {
            return parse("", file.toString());
        }
    }

    /** @param name of the file, for errors */
    static JmhResults parse(String text, String name) throws IOException {
        try {
            JmhResults results = new JmhResults();
            for (JsonNode result : new ObjectMapper().readTree(text)) {
                results.add(result);
            }
            if (!results.byBenchmark.isEmpty()) {
                return results;
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // Said below
        }
        throw new IOException(name + " has no results of JMH: write them with -rf json -rff FILE");
    }

    Map<String, Map<String, Figure>> byBenchmark() {
        return byBenchmark;
    }

    private void add(JsonNode result) {
        JsonNode primary = result.required("primaryMetric");
        String unit = primary.required("scoreUnit").asText();
        boolean rate = result.required("mode").asText().equals("thrpt");
        Map<String, Figure> figures = new LinkedHashMap<>();
        figures.put("mean", figure(primary, rate));
        for (Map.Entry<String, JsonNode> each : result.path("secondaryMetrics").properties()) {
            String other = each.getValue().required("scoreUnit").asText();
            // Percentiles, threads of a group, and memory; not counts of collections
            if ((other.equals(unit) || other.equals(BYTES))
                    && !OTHER_PERCENTILE.matcher(each.getKey()).find()) {
                figures.put(each.getKey(), figure(each.getValue(), rate));
            }
        }
        byBenchmark.put(name(result, unit), figures);
    }

    private static String name(JsonNode result, String unit) {
        StringBuilder name =
                new StringBuilder(result.required("benchmark").asText().replace(PACKAGE, ""));
        for (Map.Entry<String, JsonNode> each : result.path("params").properties()) {
            name.append(' ')
                    .append(each.getKey())
                    .append('=')
                    .append(each.getValue().asText());
        }
        return name + " threads=" + result.path("threads").asInt() + ", "
                + result.path("mode").asText() + ", " + unit;
    }

    private static Figure figure(JsonNode metric, boolean rate) {
        double score = metric.required("score").asDouble();
        double[] iterations = iterations(metric);
        if (metric.required("scoreUnit").asText().equals(BYTES)) {
            return Figure.of(score, iterations, "more", "less");
        }
        return rate
                ? Figure.of(score, iterations, "faster", "slower")
                : Figure.of(score, iterations, "slower", "faster");
    }

    /** The values of all iterations, of whichever fork; the means of those that have samples. */
    private static double[] iterations(JsonNode metric) {
        List<Double> values = new ArrayList<>();
        metric.path("rawData").forEach(fork -> fork.forEach(iteration -> values.add(iteration.asDouble())));
        metric.path("rawDataHistogram").forEach(fork -> fork.forEach(iteration -> values.add(mean(iteration))));
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** @param samples pairs of a value and its count */
    private static double mean(JsonNode samples) {
        double sum = 0;
        double count = 0;
        for (JsonNode pair : samples) {
            sum += pair.path(0).asDouble() * pair.path(1).asDouble();
            count += pair.path(1).asDouble();
        }
        return sum / count;
    }
}
