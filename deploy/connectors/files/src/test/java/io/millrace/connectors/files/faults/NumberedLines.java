// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lines {@code key number} in files that grow, and what became of them in the files of the sink. */
final class NumberedLines {

    private static final int FILES = 4;
    private static final int KEYS = 500;
    private static final int AT_ONCE = 40;

    private final Path input;
    private final Path output;

    /** Where visible files are put when they have been read, so that each is read once while the topology runs. */
    private final Path seen;

    private final BitSet visible = new BitSet();
    private int written;

    NumberedLines(Path directory) throws IOException {
        input = Files.createDirectory(directory.resolve("in"));
        output = Files.createDirectory(directory.resolve("out"));
        seen = Files.createDirectory(directory.resolve("seen"));
    }

    Path input() {
        return input;
    }

    Path output() {
        return output;
    }

    /** Where files are that were read. */
    Path seen() {
        return seen;
    }

    synchronized int written() {
        return written;
    }

    /** Appends some lines, each to the file of its number. Any thread. */
    synchronized void append() throws IOException {
        StringBuilder[] lines = new StringBuilder[FILES];
        for (int file = 0; file < FILES; file++) {
            lines[file] = new StringBuilder();
        }
        for (int i = 0; i < AT_ONCE; i++, written++) {
            lines[written % FILES]
                    .append(key(written))
                    .append(' ')
                    .append(written)
                    .append('\n');
        }
        for (int file = 0; file < FILES; file++) {
            Files.writeString(
                    input.resolve(file + ".txt"), lines[file], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    private static String key(int number) {
        // Each file has all keys
        return "k" + number / FILES % KEYS;
    }

    /** Reads what has become visible. A name that comes a second time is an error. */
    void look() throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(NumberedLines::isVisible).toList()) {
                Path moved = Files.move(file, seen.resolve(file.getFileName()));
                Files.readAllLines(moved).forEach(line -> visible.set(Integer.parseInt(line.split("\t")[1])));
            }
        }
    }

    /** The lines that are visible, each counted once. */
    int visible() {
        return visible.cardinality();
    }

    /** Whether a line of those from this number on is visible. */
    boolean isVisibleFrom(int number) {
        return visible.length() > number;
    }

    /** Files that the sink has not made visible. */
    List<Path> hidden() throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.filter(file -> !isVisible(file)).toList();
        }
    }

    /** What is in the last columns of visible lines. */
    Set<String> lastColumns() throws IOException {
        Set<String> last = new TreeSet<>();
        try (Stream<Path> files = Files.list(seen)) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).forEach(line -> last.add(line.substring(line.lastIndexOf('\t') + 1)));
            }
        }
        return last;
    }

    long hiddenBytes() throws IOException {
        long bytes = 0;
        for (Path file : hidden()) {
            bytes += file.toFile().length();
        }
        return bytes;
    }

    private static boolean isVisible(Path file) {
        return !file.getFileName().toString().startsWith(".");
    }

    /** Reads all visible files again, as they are now. */
    Tally tally() throws IOException {
        look();
        BitSet numbers = new BitSet();
        Map<String, BitSet> counts = new HashMap<>();
        int repeated = 0;
        int counted = 0;
        try (Stream<Path> files = Files.list(seen)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] columns = line.split("\t");
                    int number = Integer.parseInt(columns[1]);
                    int count = Integer.parseInt(columns[2]);
                    BitSet ofKey = counts.computeIfAbsent(columns[0], none -> new BitSet());
                    repeated += numbers.get(number) ? 1 : 0;
                    counted += columns[0].equals(key(number)) && !ofKey.get(count) ? 1 : 0;
                    numbers.set(number);
                    ofKey.set(count);
                }
            }
        }
        // Counts from 1 without a gap: no line counts for a state twice, or not at all
        int gaps = counts.values().stream()
                .mapToInt(ofKey -> ofKey.length() - 1 - ofKey.cardinality())
                .sum();
        int all = written();
        return new Tally(all, repeated, all - numbers.cardinality(), all - counted, gaps);
    }

    /**
     * How often lines have come out.
     *
     * @param duplicates lines that came out again
     * @param losses lines that did not come out
     * @param miscounted lines whose count another line of their key has, or that did not come out
     * @param gaps counts that no line has, although a later one of the same key has come out
     */
    record Tally(int lines, int duplicates, int losses, int miscounted, int gaps) {

        boolean isExact() {
            return duplicates == 0 && losses == 0 && miscounted == 0 && gaps == 0;
        }
    }
}
