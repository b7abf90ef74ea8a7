// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table with a row for each cell and a column for each mode, as far as they have the first of the figures.
 *
 * @param part of the lines
 * @param figures whose medians are in each place
 */
public record CrossTable(String part, List<String> figures) {

    private static final String BETWEEN = " / ";

    public static CrossTable of(String part, String... figures) {
        return new CrossTable(part, List.of(figures));
    }

    /** The lines that it is made of. */
    List<JsonNode> own(Lines lines) {
        return lines.of(part).stream()
                .filter(line -> line.path("result").has(figures.get(0)))
                .toList();
    }

    /** The table in Markdown; empty if nothing of it was measured. */
    String of(Figures all) {
        List<JsonNode> own = own(all.lines());
        if (own.isEmpty()) {
            return "";
        }
        List<String> modes = own.stream().map(Figures::mode).distinct().toList();
        MarkdownTable table = MarkdownTable.of(head(all), modes);
        own.stream()
                .map(Figures::cell)
                .distinct()
                .forEach(cell -> table.row(
                        cell, modes.stream().map(mode -> place(all, cell, mode)).toList()));
        return table.toString();
    }

    private String head(Figures all) {
        return figures.stream()
                .map(figure -> {
                    String unit = all.unit(part, figure);
                    return unit.isEmpty() || unit.equals(Figures.NUMBER) ? figure : figure + ", " + unit;
                })
                .collect(Collectors.joining(BETWEEN));
    }

    private String place(Figures all, String cell, String mode) {
        if (Double.isNaN(all.median(part, cell, mode, figures.get(0)))) {
            return "";
        }
        return figures.stream()
                .map(figure -> MarkdownTable.shorten(all.median(part, cell, mode, figure)))
                .collect(Collectors.joining(BETWEEN));
    }
}
