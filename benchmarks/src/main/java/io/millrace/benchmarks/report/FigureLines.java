// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of {@link Figures} as lines, so that pages of several benchmarks read one form. */
public final class FigureLines {

    /** Says in a line how long was measured. */
    public static final String RUN = "run";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private FigureLines() {}

    /** Returns a line for each cell and mode of a part, with the medians of its figures; none if there is no file. */
    public static Lines read(Path file) throws IOException {
        Map<List<String>, JsonNode> lines = new LinkedHashMap<>();
        if (Files.exists(file)) {
            Figures figures = Figures.open(file, true);
            for (List<String> row : figures.csv().rows()) {
                if (!row.get(0).equals(Figures.RUN)) {
                    JsonNode line = lines.computeIfAbsent(row.subList(0, 3), cell -> line(figures, cell));
                    ((ObjectNode) line.get("result"))
                            .put(row.get(3), figures.csv().number(row, "median"));
                }
            }
        }
        return Lines.of(file, List.copyOf(lines.values()));
    }

    private static ObjectNode line(Figures figures, List<String> cell) {
        ObjectNode line = MAPPER.createObjectNode().put("figure", cell.get(0)).put("turn", 1);
        line.putObject("labels").put("cell", cell.get(1)).put("mode", cell.get(2));
        line.putObject("result");
        return line.put(
                RUN,
                figures.machines().stream()
                        .map(machine -> run(figures, machine))
                        .collect(Collectors.joining("; ")));
    }

    private static String run(Figures figures, String machine) {
        return machine.replace(';', ',') + ", "
                + figures.modes(Figures.RUN, machine).stream()
                        .map(what -> what + " " + MarkdownTable.shorten(figures.runSeconds(machine, what)) + " s")
                        .collect(Collectors.joining(", "));
    }
}
