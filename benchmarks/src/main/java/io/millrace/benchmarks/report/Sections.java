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

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d[\\d,]*(?:\\.\\d+)?(?!\\w)");

    /** Of more bounds than this, a section lists those that are missed, and of more of them none. */
    private static final int MOST_LISTED = 40;

    private final List<? extends Section> all;
    private final Lines lines;

    public Sections(List<? extends Section> all, Lines lines) {
        this.all = all;
        this.lines = lines;
    }

    /**
     * Writes the sections into pages, each of which has a place for some of them.
     *
     * @throws IOException if no page has such a place, or a number in a table of a section is in no line
     */
    public void write(List<Path> pages) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        for (Section section : all) {
            String part = part(section);
            requireKnown(section.name(), part);
            parts.put(section.name(), part);
        }
        Page.write(pages, parts);
    }

    /** @throws IOException if a number in a table of one of these pages, made or not, is in no line */
    public void requireKnown(List<Path> pages) throws IOException {
        for (Path page : pages) {
            requireKnown(page.toString(), Files.readString(page));
        }
    }

    private void requireKnown(String where, String text) throws IOException {
        Set<String> unknown = unknownNumbers(text);
        if (!unknown.isEmpty()) {
            throw new IOException(where + ": no line has " + String.join(", ", unknown)
                    + " of its tables: measure it, or remove the row");
        }
    }

    /** Draws the pictures of what was measured into a directory. */
    public void draw(Path plots) throws IOException {
        for (Section section : all) {
            if (!section.picture().isEmpty() && !section.own(lines).isEmpty()) {
                Panel.picture(section.panels(lines)).write(plots, section.picture());
            }
        }
    }

    private String part(Section section) {
        List<JsonNode> own = section.own(lines);
        StringBuilder text = new StringBuilder(section.text()).append("\n\n");
        if (own.isEmpty()) {
            return text.append("Not measured yet: `" + section.command() + "`.").toString();
        }
        if (!section.picture().isEmpty()) {
            text.append("![" + section.name() + "](plots/" + section.picture() + ".png)\n\n");
        }
        text.append(Lines.provenance(own)).append(".\n");
        if (own.stream().anyMatch(line -> line.path(Lines.QUICK).asBoolean())) {
            text.append("\nMeasured with `--quick`, which shows that the command runs: these are no figures of the"
                    + " engine.\n");
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
                    MarkdownTable.shorten(bar.value()) + " " + bar.unit(),
                    (bar.atMost() ? "≤ " : "≥ ") + MarkdownTable.shorten(bar.bound()) + " " + bar.unit(),
                    bar.met() ? "met" : "**missed**");
        }
        return table.toString();
    }

    /** The numbers in a text's tables that are neither in lines, nor medians of their turns, nor bars. */
    private Set<String> unknownNumbers(String text) {
        Set<String> known = known();
        Set<String> unknown = new TreeSet<>();
        text.lines()
                .filter(line -> line.startsWith("|"))
                .flatMap(Sections::numbers)
                .filter(number -> !known.contains(number))
                .forEach(unknown::add);
        return unknown;
    }

    private static Stream<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(found -> found.group());
    }

    private Set<String> known() {
        Set<String> known = new HashSet<>();
        for (Section section : all) {
            for (JsonNode line : section.own(lines)) {
                line.get("labels").forEach(label -> numbers(label.asText()).forEach(known::add));
                Map<String, String> labels = new LinkedHashMap<>();
                line.get("labels")
                        .properties()
                        .forEach(label ->
                                labels.put(label.getKey(), label.getValue().asText()));
                Repeated turns = Repeated.of(lines.of(line.get("figure").asText(), labels));
                line.get("result").properties().forEach(figure -> {
                    known.add(MarkdownTable.shorten(figure.getValue().asDouble()));
                    known.add(MarkdownTable.shorten(turns.median(figure.getKey())));
                });
            }
            for (Bar bar : section.bars(lines)) {
                known.add(MarkdownTable.shorten(Math.abs(bar.value())));
                known.add(MarkdownTable.shorten(bar.bound()));
                numbers(bar.what()).forEach(known::add);
            }
        }
        return known;
    }
}
