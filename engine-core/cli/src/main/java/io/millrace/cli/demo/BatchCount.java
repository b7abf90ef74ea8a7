// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts words in one pass on one thread by a regular expression, independently of the topology. */
final class BatchCount {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

    private BatchCount() {}

    /** Returns the counts as if the file were read {@code repeat} times. */
    static Map<String, Long> of(Path file, int repeat) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher word = WORD.matcher(line);
                while (word.find()) {
                    counts.merge(word.group().toLowerCase(Locale.ROOT), (long) repeat, Long::sum);
                }
            }
        }
        return counts;
    }
}
