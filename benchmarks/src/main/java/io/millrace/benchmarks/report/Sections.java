// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
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

/** Makes sections of pages, and their pictures, from lines alone. */
public final class Sections {

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?!\\w)");

    /** Of more bounds than this, a section lists those that are missed, and of more of them none. */
    private static final int MOST_LISTED = 40;

    private final Map<Section, Lines> all = new LinkedHashMap<>();

    public Sections(List<? extends Section> all, Lines lines) {
        all.forEach(section -> add(section, lines));
    }

    /** No sections, to be added. */
    public Sections() {}

    /** Adds a section, which is made of these lines. */
    public void add(Section section, Lines lines) {
        all.put(section, lines);
    }

    /**
     * Writes the sections into pages, each of which has a place for some of them.
     *
     * @throws IOException if no page has such a place, or a number in a table of a section is in no line
     */
    public void write(List<Path> pages) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        all.forEach((section, lines) -> parts.put(section.name(), part(section, lines)));
        for (Section section : all.keySet()) {
            requireKnown(section.name(), parts.get(section.name()), List.of(section));
        }
        Page.write(pages, parts);
    }

    /** @throws IOException if a number in a table of a page, made or not, is in no line of the page's sections */
    public void requireKnown(List<Path> pages) throws IOException {
        for (Path page : pages) {
            String text = Files.readString(page);
            List<Section> shown = all.keySet().stream()
                    .filter(section -> text.contains(Page.begin(section.name())))
                    .toList();
            requireKnown(page.toString(), text, shown);
        }
    }

    private void requireKnown(String where, String text, List<Section> sections) throws IOException {
        Set<String> known = known(sections);
        Set<String> unknown = new TreeSet<>();
        text.lines()
                .filter(line -> line.startsWith("|"))
                .flatMap(Sections::numbers)
                .filter(number -> !known.contains(number))
                .forEach(unknown::add);
        if (!unknown.isEmpty()) {
            throw new IOException(where + ": no line has " + String.join(", ", unknown)
                    + " of its tables: measure it, or remove the row");
        }
    }

    /** Draws the pictures of what was measured into a directory. */
    public void draw(Path plots) throws IOException {
        for (Map.Entry<Section, Lines> entry : all.entrySet()) {
            Section section = entry.getKey();
            Lines lines = entry.getValue();
            List<Panel> panels =
                    section.picture().isEmpty() || section.own(lines).isEmpty() ? List.of() : section.panels(lines);
            if (!panels.isEmpty()) {
                Panel.picture(panels).write(plots, section.picture());
            }
        }
    }

    private static String part(Section section, Lines lines) {
        List<JsonNode> own = section.own(lines);
        StringBuilder text = new StringBuilder(section.text()).append("\n\n");
        if (own.isEmpty()) {
            return text.append("Not measured yet: `" + section.command() + "`.").toString();
        }
        if (!section.picture().isEmpty()) {
            text.append("![" + section.what() + "](plots/" + section.picture() + ".png)\n\n");
        }
        text.append(Lines.provenance(own)).append(".\n");
        if (own.stream().anyMatch(line -> line.path(Lines.QUICK).asBoolean())) {
            text.append(
                    "\nMeasured with `--quick`: few cells, and so shortly that figures show the order of magnitude.\n");
        }
        List<Bar> bars = section.bars(lines);
        if (!bars.isEmpty()) {
            text.append('\n').append(bars(bars));
        }
        return text.append('\n').append(section.tables(lines)).toString();
    }

    private static String bars(List<Bar> bars) {
        if (bars.size() <= MOST_LISTED) {
            return list(bars);
        }
        List<Bar> missed = bars.stream().filter(bar -> !bar.met()).toList();
        String text = bars.size() - missed.size() + " of " + bars.size() + " bounds are met.\n";
        return missed.isEmpty() || missed.size() > MOST_LISTED ? text : text + '\n' + list(missed);
    }

    private static String list(List<Bar> bars) {
        MarkdownTable table = MarkdownTable.of("what|ours|bar|verdict");
        for (Bar bar : bars) {
            table.row(
                    bar.what(),
                    (MarkdownTable.shorten(bar.value()) + " " + bar.unit()).strip(),
                    ((bar.atMost() ? "≤ " : "≥ ") + MarkdownTable.shorten(bar.bound()) + " " + bar.unit()).strip(),
                    bar.met() ? "met" : "**missed**");
        }
        return table.toString();
    }

    private static Stream<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(found -> found.group());
    }

    /** The numbers of labels, of units, of lines, of medians of their turns, and of bars. */
    private Set<String> known(List<Section> sections) {
        Set<String> known = new HashSet<>();
        for (Section section : sections) {
            Lines lines = all.get(section);
            section.own(lines).forEach(line -> addOf(known, section, lines, line));
            for (Bar bar : section.bars(lines)) {
                known.add(MarkdownTable.shorten(Math.abs(bar.value())));
                known.add(MarkdownTable.shorten(bar.bound()));
                numbers(bar.what() + " " + bar.unit()).forEach(known::add);
            }
        }
        return known;
    }

    private static void addOf(Set<String> known, Section section, Lines lines, JsonNode line) {
        Map<String, String> labels = Lines.labels(line);
        labels.values().stream().flatMap(Sections::numbers).forEach(known::add);
        line.path("units").forEach(unit -> numbers(unit.asText()).forEach(known::add));
        for (String pointer : section.pointers(line)) {
            if (line.at(pointer).isNumber()) {
                known.add(MarkdownTable.shorten(line.at(pointer).asDouble()));
                known.add(MarkdownTable.shorten(lines.median(line.get("figure").asText(), labels, pointer)));
            }
        }
    }
}
