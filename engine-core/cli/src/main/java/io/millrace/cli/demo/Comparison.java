// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.cli.demo.CountFiles.Counted;
import io.millrace.cli.terminal.Format;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares the topology's counts with the batch count.
 *
 * @param exact whether each word has the same count in both, and a line for each of its occurrences
 * @param difference the first words that differ, for people; empty if exact
 */
record Comparison(boolean exact, long words, int distinct, List<Top> top, List<String> difference) {

    private static final int SHOWN = 10;

    record Top(String word, long count) {}

    static Comparison of(Map<String, Counted> counted, Map<String, Long> expected) {
        TreeSet<String> differing = new TreeSet<>(expected.keySet());
        differing.addAll(counted.keySet());
        differing.removeIf(word -> {
            long right = expected.getOrDefault(word, 0L);
            return counted.getOrDefault(word, Counted.NEVER).equals(new Counted(right, right));
        });
        List<String> difference = differing.stream()
                .limit(SHOWN)
                .map(word ->
                        difference(word, counted.getOrDefault(word, Counted.NEVER), expected.getOrDefault(word, 0L)))
                .toList();
        List<Top> top = counted.entrySet().stream()
                .map(entry -> new Top(entry.getKey(), entry.getValue().count()))
                .sorted(Comparator.comparingLong(Top::count).reversed().thenComparing(Top::word))
                .limit(SHOWN)
                .toList();
        long words = counted.values().stream().mapToLong(Counted::count).sum();
        return new Comparison(differing.isEmpty(), words, counted.size(), top, difference);
    }

    private static String difference(String word, Counted counted, long right) {
        return counted.count() == right
                ? "'" + word + "' was written " + Format.count(counted.lines()) + " times, not " + Format.count(right)
                : "'" + word + "' was counted " + Format.count(counted.count()) + " times, not " + Format.count(right);
    }
}
