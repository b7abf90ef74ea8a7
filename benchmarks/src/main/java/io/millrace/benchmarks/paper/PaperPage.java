// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Page;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes the page of figures, and its pictures, from lines alone. */
final class PaperPage {

    private static final String PICTURE = "papers-";
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d[\\d,]*(?:\\.\\d+)?(?!\\w)");

    private final List<PaperFigure> figures;
    private final Lines lines;

    PaperPage(List<PaperFigure> figures, Lines lines) {
        this.figures = figures;
        this.lines = lines;
    }

    /**
     * Writes the parts of pages and the pictures.
     *
     * @param pages that have a place for each figure
     * @param plots directory of the pictures
     * @throws IOException if no page has such a place, or a number in a table that is in no line
     */
    void write(List<Path> pages, Path plots) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        for (PaperFigure figure : figures) {
            parts.put(figure.name(), part(figure));
            if (!figure.own(lines).isEmpty()) {
                Panel.picture(figure.panels(lines)).write(plots, PICTURE + figure.name());
            }
        }
        Page.write(pages, parts);
        for (Path page : pages) {
            Set<String> unknown = unknownNumbers(Files.readString(page));
            if (!unknown.isEmpty()) {
                throw new IOException(page + ": no line has " + String.join(", ", unknown)
                        + " of its tables: measure it, or remove the row");
            }
        }
    }

    private String part(PaperFigure figure) {
        PaperFigure.Source source = figure.source();
        String published =
                figure.what() + ". " + source.paper() + ", " + source.figure() + ": " + source.published() + ".\n\n";
        List<JsonNode> own = figure.own(lines);
        if (own.isEmpty()) {
            return published + "Not measured yet: `benchmarks/run paper " + figure.name() + "`.";
        }
        StringBuilder text = new StringBuilder(published);
        text.append("![")
                .append(figure.what())
                .append("](plots/" + PICTURE)
                .append(figure.name())
                .append(".png)\n\n");
        text.append(Lines.provenance(own)).append(".\n");
        if (own.stream().anyMatch(line -> line.path("quick").asBoolean())) {
            text.append("\nMeasured with `--quick`, which shows that the command runs: these are no figures of the"
                    + " engine.\n");
        }
        MarkdownTable bars = MarkdownTable.of("what|ours|bar|");
        for (Bar bar : figure.bars(lines)) {
            bars.row(
                    bar.what(),
                    MarkdownTable.shorten(bar.value()) + " " + bar.unit(),
                    (bar.atMost() ? "≤ " : "≥ ") + MarkdownTable.shorten(bar.bound()) + " " + bar.unit(),
                    bar.met() ? "met" : "**missed**");
        }
        if (!figure.bars(lines).isEmpty()) {
            text.append('\n').append(bars);
        }
        return text.append('\n').append(figure.table(lines)).toString();
    }

    /** The numbers in a page's tables that are neither in lines, nor medians of their turns, nor bars. */
    Set<String> unknownNumbers(String page) {
        Set<String> known = known();
        Set<String> unknown = new TreeSet<>();
        page.lines()
                .filter(line -> line.startsWith("|"))
                .flatMap(PaperPage::numbers)
                .filter(number -> !known.contains(number))
                .forEach(unknown::add);
        return unknown;
    }

    private static Stream<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(found -> found.group());
    }

    private Set<String> known() {
        Set<String> known = new HashSet<>();
        for (PaperFigure figure : figures) {
            for (JsonNode line : lines.of(figure.name())) {
                line.get("labels").forEach(label -> numbers(label.asText()).forEach(known::add));
                Map<String, String> labels = new LinkedHashMap<>();
                line.get("labels")
                        .properties()
                        .forEach(label ->
                                labels.put(label.getKey(), label.getValue().asText()));
                line.get("result").fieldNames().forEachRemaining(name -> {
                    known.add(MarkdownTable.shorten(line.at("/result/" + name).asDouble()));
                    known.add(MarkdownTable.shorten(lines.median(figure.name(), labels, "/result/" + name)));
                });
            }
            for (Bar bar : figure.bars(lines)) {
                known.add(MarkdownTable.shorten(Math.abs(bar.value())));
                known.add(MarkdownTable.shorten(bar.bound()));
                numbers(bar.what()).forEach(known::add);
            }
        }
        return known;
    }
}
