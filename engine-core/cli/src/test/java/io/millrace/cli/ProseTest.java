// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Bounds of the documentation: the length of lines of prose and of pages, and each page's one place in the list by
 * reader. Tables and code may have longer lines, and so may the text that a benchmark has written between two comments.
 */
class ProseTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path DOCS = ROOT.resolve("docs");

    private static final int LONGEST_LINE = 160;
    private static final int LONGEST_PAGE = 200;
    private static final int MOST_LINKS = 10;

    /** The longer pages, which are made from the program. */
    private static final Set<String> LONG_PAGES = Set.of("cli.md", "configuration.md");

    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)#\\s]+)[^)]*\\)");

    /** The pages outside of the documentation. */
    private static final List<Path> OTHERS = Stream.of(
                    "README.md",
                    "CHANGELOG.md",
                    "CONTRIBUTING.md",
                    "engine-core/README.md",
                    "engine-ipc/README.md",
                    "engine-transport/README.md",
                    "engine-scheduler/README.md",
                    "benchmarks/README.md",
                    "deploy/README.md")
            .map(ROOT::resolve)
            .toList();

    @Test
    void noLineOfProseIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        List<Path> all = new ArrayList<>(pages());
        all.addAll(OTHERS);
        for (Path page : all) {
            prose(page).stream()
                    .filter(line -> line.length() > LONGEST_LINE)
                    .forEach(line -> tooLong.add(page + ": " + line));
        }
        assertThat(tooLong)
                .as("lines of more than %d characters: break them", LONGEST_LINE)
                .isEmpty();
    }

    @Test
    void noPageIsTooLong() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path page : pages()) {
            int lines = Files.readAllLines(page).size();
            if (lines > LONGEST_PAGE && !LONG_PAGES.contains(name(page))) {
                tooLong.add(page + " has " + lines + " lines");
            }
        }
        assertThat(tooLong)
                .as("pages of more than %d lines: make two of one, with a topic each", LONGEST_PAGE)
                .isEmpty();
    }

    @Test
    void eachPageIsInTheListByReaderOnce() throws IOException {
        List<String> linked = links(DOCS.resolve("README.md"));
        List<String> pages;
        try (Stream<Path> files = Files.list(DOCS)) {
            pages = files.map(ProseTest::name)
                    .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                    .toList();
        }
        assertThat(linked).doesNotHaveDuplicates().containsAll(pages);
    }

    @Test
    void theDecisionsAreInTheArchitectureAndBearTheirNumbers() throws IOException {
        List<String> linked = links(DOCS.resolve("architecture.md"));
        for (Path page : pages()) {
            if (page.getParent().endsWith("decisions")) {
                assertThat(linked).contains("decisions/" + name(page));
                assertThat(Files.readAllLines(page).get(0))
                        .startsWith("# " + name(page).substring(0, 3) + ": ");
            }
        }
    }

    @Test
    void theFirstPageHasFewLinks() throws IOException {
        assertThat(links(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(MOST_LINKS);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return files.filter(page -> name(page).endsWith(".md")).sorted().toList();
        }
    }

    private static String name(Path page) {
        return page.getFileName().toString();
    }

    /** Returns the lines that are no part of a table, of code, or of the text that a benchmark has written. */
    private static List<String> prose(Path page) throws IOException {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        boolean written = false;
        boolean indented = false;
        boolean blank = true;
        for (String line : Files.readAllLines(page)) {
            String text = line.strip();
            if (text.startsWith("```")) {
                code = !code;
            } else if (text.startsWith("<!--")) {
                written = !text.startsWith("<!-- end");
            }
            indented = line.startsWith("    ") && (blank || indented);
            blank = text.isEmpty();
            if (!code && !written && !indented && !text.startsWith("|")) {
                prose.add(line);
            }
        }
        return prose;
    }

    /** Returns the targets outside of a page to which it links. */
    private static List<String> links(Path page) throws IOException {
        Matcher links = LINK.matcher(Files.readString(page));
        List<String> targets = new ArrayList<>();
        while (links.find()) {
            targets.add(links.group(1));
        }
        return targets;
    }
}
