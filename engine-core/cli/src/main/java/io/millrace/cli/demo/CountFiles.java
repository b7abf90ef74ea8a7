// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads the files of the example, {@code counts-*.tsv}, whose lines have a word, a tab, and the word's count. */
final class CountFiles {

    /**
     * The counts of a word.
     *
     * @param count the greatest of its lines
     * @param lines the number of its lines, which is the same if each was written once
     */
    record Counted(long count, long lines) {

        static final Counted NEVER = new Counted(0, 0);

        private Counted and(Counted other) {
            return new Counted(Math.max(count, other.count), lines + other.lines);
        }
    }

    private CountFiles() {}

    static Map<String, Counted> read(Path directory) throws IOException {
        Map<String, Counted> counts = new HashMap<>();
        if (!Files.isDirectory(directory)) {
            return counts;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "counts-*.tsv")) {
            for (Path file : files) {
                try (BufferedReader in = Files.newBufferedReader(file)) {
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        int tab = line.indexOf('\t');
                        counts.merge(
                                line.substring(0, tab),
                                new Counted(Long.parseLong(line.substring(tab + 1)), 1),
                                Counted::and);
                    }
                }
            }
        }
        return counts;
    }
}
