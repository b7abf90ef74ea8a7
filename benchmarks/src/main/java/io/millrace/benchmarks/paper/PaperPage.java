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

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?!\\w)");

    private final List<PaperFigure> figures;
    private final RawFiles files;

    /** @param lines this benchmark's; those of others are in files beside theirs */
    PaperPage(List<PaperFigure> figures, Lines lines) {
        this.figures = figures;
        this.files = new RawFiles(lines);
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
            Lines lines = files.of(figure);
            parts.put(figure.name(), part(figure, lines));
            List<Panel> panels = figure.own(lines).isEmpty() ? List.of() : figure.panels(lines);
            if (!panels.isEmpty()) {
                Panel.picture(panels).write(plots, figure.picture());
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

    private static String part(PaperFigure figure, Lines lines) {
        PaperFigure.Source source = figure.source();
        String published =
                figure.what() + ". " + source.paper() + ", " + source.figure() + ": " + source.published() + ".\n\n";
        List<JsonNode> own = figure.own(lines);
        if (own.isEmpty()) {
            return published + "Not measured yet: `benchmarks/run paper " + figure.name() + "`.";
        }
        StringBuilder text = new StringBuilder(published);
        if (!figure.picture().isEmpty()) {
            text.append("![")
                    .append(figure.what())
                    .append("](plots/")
                    .append(figure.picture())
                    .append(".png)\n\n");
        }
        text.append(figure.provenance(lines)).append(".\n");
        if (own.stream().anyMatch(line -> line.path("quick").asBoolean())) {
            text.append("\nMeasured with `--quick`, which shows that the command runs: these are no figures of the"
                    + " engine.\n");
        }
        MarkdownTable bars = MarkdownTable.of("what|ours|bar|");
        for (Bar bar : figure.bars(lines)) {
            bars.row(
                    bar.what(),
                    (MarkdownTable.shorten(bar.value()) + " " + bar.unit()).strip(),
                    ((bar.atMost() ? "≤ " : "≥ ") + MarkdownTable.shorten(bar.bound()) + " " + bar.unit()).strip(),
                    bar.met() ? "met" : "**missed**");
        }
        if (!figure.bars(lines).isEmpty()) {
            text.append('\n').append(bars);
        }
        return text.append('\n').append(figure.table(lines)).toString();
    }

    /** The numbers in a page's tables that are neither in lines of its figures, nor medians of turns, nor bars. */
    private Set<String> unknownNumbers(String page) throws IOException {
        Set<String> known = known(figures.stream()
                .filter(figure -> page.contains(Page.begin(figure.name())))
                .toList());
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

    private Set<String> known(List<PaperFigure> shown) throws IOException {
        Set<String> known = new HashSet<>();
        for (PaperFigure figure : shown) {
            Lines lines = files.of(figure);
            figure.own(lines).forEach(line -> addOf(known, figure, lines, line));
            for (Bar bar : figure.bars(lines)) {
                known.add(MarkdownTable.shorten(Math.abs(bar.value())));
                known.add(MarkdownTable.shorten(bar.bound()));
                numbers(bar.what() + " " + bar.unit()).forEach(known::add);
            }
        }
        return known;
    }

    private static void addOf(Set<String> known, PaperFigure figure, Lines lines, JsonNode line) {
        Map<String, String> labels = Lines.labels(line);
        labels.values().stream().flatMap(PaperPage::numbers).forEach(known::add);
        for (String pointer : figure.pointers(line)) {
            known.add(MarkdownTable.shorten(line.at(pointer).asDouble()));
            known.add(MarkdownTable.shorten(lines.median(figure.measured(), labels, pointer)));
        }
    }
}
