// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was measured: a line of JSON for each cell of each turn, in a file that only grows. One thread. */
public final class Lines {

    /** Whether a line is of the coarse and short form. */
    public static final String QUICK = "quick";

    /** What it was measured on, if the machine does not say it all. */
    public static final String NETWORK = "network";

    public static final String WARM_UP_SECONDS = "warm_up_seconds";
    public static final String SECONDS = "seconds";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path file;
    private final List<JsonNode> all;
    private final String commit = Machine.commit();

    private Lines(Path file, List<JsonNode> all) {
        this.file = file;
        this.all = all;
    }

    /**
     * @param continued whether the file may have lines, which stay
     * @throws IOException if it has and may not: they may be hours of measurements
     */
    public static Lines open(Path file, boolean continued) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        if (!continued) {
            OutputFile.requireUnused(file);
        }
        if (continued && Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                all.add(MAPPER.readTree(line));
            }
        } else {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, "");
        }
        return new Lines(file, all);
    }

    /** The lines of a file; none if there is no such file. */
    public static Lines read(Path file) throws IOException {
        return Files.exists(file) ? open(file, true) : new Lines(file, List.of());
    }

    /** The file that they are in. */
    public Path file() {
        return file;
    }

    public void add(ObjectNode line) throws IOException {
        all.add(line);
        Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
    }

    /** Adds what was measured of a cell on this machine just now. */
    public void add(String figure, Map<String, String> labels, int turn, ObjectNode line) throws IOException {
        line.put("figure", figure);
        line.set("labels", MAPPER.valueToTree(labels));
        line.put("turn", turn).put("machine", Machine.describe());
        line.put("commit", commit)
                .put(
                        "flags",
                        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        line.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        add(line);
    }

    public boolean has(String figure) {
        return all.stream().anyMatch(line -> isOf(line, figure));
    }

    private static boolean isOf(JsonNode line, String figure) {
        return line.get("figure").asText().equals(figure);
    }

    /** All turns of the cells with these labels, whatever others they have. */
    public List<JsonNode> of(String figure, Map<String, String> labels) {
        return all.stream()
                .filter(line -> isOf(line, figure))
                .filter(line -> labels.entrySet().stream()
                        .allMatch(label ->
                                line.at("/labels/" + label.getKey()).asText().equals(label.getValue())))
                .toList();
    }

    /** The labels of a line, in their order. */
    public static Map<String, String> labels(JsonNode line) {
        Map<String, String> labels = new LinkedHashMap<>();
        line.get("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    /** All lines of a figure. */
    public List<JsonNode> of(String figure) {
        return of(figure, Map.of());
    }

    /** The median of the turns; NaN if no cell has these labels, or that value. */
    public double median(String figure, Map<String, String> labels, String pointer) {
        double[] values = of(figure, labels).stream()
                .map(line -> line.at(pointer))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
        return values.length == 0 ? Double.NaN : Median.of(values);
    }

    /** The values of a label, in the order in which they were measured. */
    public Set<String> values(String figure, String label) {
        Set<String> values = new LinkedHashSet<>();
        of(figure).forEach(line -> values.add(line.at("/labels/" + label).asText()));
        values.remove("");
        return values;
    }

    /** What a figure was measured on: machine, network, turns, late packets, how busy the machine was, how long. */
    public String provenance(String figure) {
        return provenance(of(figure));
    }

    /** What these lines were measured on. */
    public static String provenance(List<JsonNode> lines) {
        Set<String> machines = new LinkedHashSet<>();
        Set<String> networks = new LinkedHashSet<>();
        Set<String> turns = new LinkedHashSet<>();
        Set<String> times = new LinkedHashSet<>();
        long late = 0;
        long packets = 0;
        double busy = 0;
        for (JsonNode line : lines) {
            machines.add(line.get("machine").asText());
            turns.add(line.get("turn").asText());
            if (line.has(NETWORK)) {
                networks.add(line.get(NETWORK).asText());
            }
            if (line.path(WARM_UP_SECONDS).isNumber()) {
                times.add("warm-up " + line.get(WARM_UP_SECONDS).asText() + " s, recorded "
                        + line.path(SECONDS).asText() + " s");
            }
            late += line.path("late_over_1ms").asLong();
            packets += line.path("packets").asLong();
            busy = Math.max(busy, line.path("busy").asDouble());
        }
        String text = String.join("; ", machines) + (networks.isEmpty() ? "" : "; " + String.join(", ", networks))
                + ", " + turns.size() + (turns.size() == 1 ? " turn" : " turns");
        if (!networks.isEmpty()) {
            text += ", late >1ms: " + late + " of " + packets + " packets";
        }
        if (busy > 0) {
            text += ", all processors busy up to " + Math.round(100 * busy) + " %";
        }
        return times.isEmpty() ? text : text + ", " + String.join(" or ", times);
    }
}
