// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lines and counters of docs/bad-input.md are those of the code, and the connectors have no others. */
class BadInputPageTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern COUNTER = Pattern.compile("counter\\(\"([\\w.]+)\"\\)");

    /** The counters that are no sign of bad input. */
    private static final Set<String> GOOD = Set.of("rows.written", "files.gone");

    /** The text that a full disk reports itself. */
    private static final String OF_THE_SYSTEM = "No space left on device";

    private static List<String[]> rows;
    private static String connectors;
    private static String sources;

    @BeforeAll
    static void read() throws IOException {
        rows = Files.readAllLines(ROOT.resolve("docs/bad-input.md")).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.split("\\|"))
                .filter(cells -> cells.length >= 5)
                .toList();
        StringBuilder all = new StringBuilder();
        try (Stream<Path> modules = Files.list(ROOT.resolve("deploy/connectors"))) {
            modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .forEach(module -> all.append(java(module)));
        }
        connectors = all.toString();
        StringBuilder core = new StringBuilder();
        try (Stream<Path> modules = Files.list(ROOT.resolve("engine-core"))) {
            modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .forEach(module -> core.append(java(module)));
        }
        sources = connectors + core;
    }

    /** Returns all sources of a module, with texts that are divided into lines joined again. */
    private static String java(Path module) {
        try (Stream<Path> files = Files.walk(module)) {
            StringBuilder all = new StringBuilder();
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", ""));
            }
            return all.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> codes(String cell) {
        Matcher codes = CODE.matcher(cell);
        return codes.results().map(code -> code.group(1)).toList();
    }

    private static String last(String[] cells) {
        return cells[cells.length - 1];
    }

    @Test
    void eachLineIsOneOfTheCode() {
        List<String> parts = new ArrayList<>();
        rows.forEach(cells -> codes(cells[cells.length - 2])
                .forEach(line -> Arrays.stream(line.split("…|\\(|\\)"))
                        .map(part -> part.replaceAll("^[ :;,]+|[ :;,]+$", ""))
                        .filter(part -> part.length() > 3 && !part.startsWith("millrace "))
                        .forEach(parts::add)));
        assertThat(parts)
                .hasSizeGreaterThan(40)
                .allSatisfy(part -> assertThat(part.equals(OF_THE_SYSTEM) || sources.contains(part))
                        .as(part)
                        .isTrue());
    }

    @Test
    void eachCounterIsOneOfTheCode() {
        Set<String> names = rows.stream()
                .flatMap(cells -> codes(last(cells)).stream())
                .filter(name -> name.matches("[a-z]+(\\.[a-z]+)+"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names)
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(sources).contains('"' + name + '"'));
    }

    @Test
    void eachCounterOfTheConnectorsIsOnThePage() throws IOException {
        Set<String> counters = COUNTER.matcher(connectors)
                .results()
                .map((MatchResult found) -> found.group(1))
                .filter(name -> !GOOD.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        String page = Files.readString(ROOT.resolve("docs/bad-input.md"));
        assertThat(counters).isNotEmpty().allSatisfy(name -> assertThat(page).contains('`' + name + '`'));
    }
}
