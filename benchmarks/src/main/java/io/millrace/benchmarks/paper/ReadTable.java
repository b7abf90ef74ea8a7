// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How lines become a table: a row for each cell; or for the cells that differ in one label only, which has a column for
 * each of its values then.
 *
 * @param across the label that has columns; empty for none
 * @param pointers to numbers of a line, by what they are
 */
record ReadTable(String across, Map<String, String> pointers) {

    private static final String NOTHING = MarkdownTable.shorten(Double.NaN);

    /** What stands for all turns of a cell. */
    interface Value {
        double of(Map<String, String> labels, String pointer);
    }

    /** @param whatAndPointer in turn */
    static ReadTable rows(String... whatAndPointer) {
        return across("", whatAndPointer);
    }

    /** @param whatAndPointer in turn */
    static ReadTable across(String label, String... whatAndPointer) {
        Map<String, String> pointers = new LinkedHashMap<>();
        for (int i = 0; i < whatAndPointer.length; i += 2) {
            pointers.put(whatAndPointer[i], whatAndPointer[i + 1]);
        }
        return new ReadTable(label, pointers);
    }

    /** @param lines at least one; all have the same labels */
    MarkdownTable of(List<JsonNode> lines, Value value) {
        Set<Map<String, String>> cells = new LinkedHashSet<>();
        Set<String> columns = new LinkedHashSet<>();
        for (JsonNode line : lines) {
            Map<String, String> labels = Lines.labels(line);
            columns.add(labels.remove(across));
            cells.add(labels);
        }
        List<String> heads = new ArrayList<>(cells.iterator().next().keySet());
        heads.addAll(heads(columns));
        MarkdownTable table = new MarkdownTable(heads.toArray(String[]::new));
        for (Map<String, String> labels : cells) {
            List<String> texts = isWide() ? wide(labels, columns, value) : texts(labels, value);
            if (!texts.stream().allMatch(NOTHING::equals)) {
                table.row(
                        Stream.concat(labels.values().stream(), texts.stream()).toArray());
            }
        }
        return table;
    }

    private boolean isWide() {
        return !across.isEmpty();
    }

    private List<String> heads(Set<String> columns) {
        String all = String.join(", ", pointers.keySet());
        return isWide() ? columns.stream().map(column -> column + ": " + all).toList() : List.copyOf(pointers.keySet());
    }

    private List<String> texts(Map<String, String> labels, Value value) {
        return pointers.values().stream()
                .map(pointer -> MarkdownTable.shorten(value.of(labels, pointer)))
                .toList();
    }

    private List<String> wide(Map<String, String> labels, Set<String> columns, Value value) {
        List<String> cells = new ArrayList<>();
        for (String column : columns) {
            Map<String, String> all = new LinkedHashMap<>(labels);
            all.put(across, column);
            List<String> texts = texts(all, value);
            cells.add(texts.stream().allMatch(NOTHING::equals) ? NOTHING : String.join(", ", texts));
        }
        return cells;
    }
}
