// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A section of tables of figures.
 *
 * @param text what the tables show, in sentences
 * @param command what measures them
 * @param bounds of the figures
 */
public record TableSection(
        String name, String text, String command, List<CrossTable> tables, Function<Figures, List<Bar>> bounds)
        implements Section {

    /** A section without bounds. */
    public TableSection(String name, String text, String command, CrossTable... tables) {
        this(name, text, command, List.of(tables), figures -> List.of());
    }

    @Override
    public List<JsonNode> own(Lines lines) {
        return tables.stream()
                .flatMap(table -> table.own(lines).stream())
                .distinct()
                .toList();
    }

    @Override
    public List<Bar> bars(Lines lines) {
        return bounds.apply(new Figures(lines));
    }

    @Override
    public String tables(Lines lines) {
        Figures figures = new Figures(lines);
        return tables.stream()
                .map(table -> table.of(figures))
                .filter(table -> !table.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
