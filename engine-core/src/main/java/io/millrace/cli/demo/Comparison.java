package io.millrace.cli.demo;

import io.millrace.cli.terminal.Format;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares the topology's counts with the batch count.
 *
 * @param exact whether each word has the same count in both
 * @param difference the first words that differ, for people; empty if exact
 */
record Comparison(boolean exact, long words, int distinct, List<Top> top, List<String> difference) {

    private static final int SHOWN = 10;

    record Top(String word, long count) {}

    static Comparison of(Map<String, Long> counted, Map<String, Long> expected) {
        TreeSet<String> differing = new TreeSet<>(expected.keySet());
        differing.addAll(counted.keySet());
        differing.removeIf(word -> counted.getOrDefault(word, 0L).equals(expected.getOrDefault(word, 0L)));
        List<String> difference = differing.stream()
                .limit(SHOWN)
                .map(word -> "'" + word + "' was counted " + Format.count(counted.getOrDefault(word, 0L))
                        + " times, not " + Format.count(expected.getOrDefault(word, 0L)))
                .toList();
        List<Top> top = counted.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .map(entry -> new Top(entry.getKey(), entry.getValue()))
                .toList();
        return new Comparison(differing.isEmpty(), CountFiles.total(counted), counted.size(), top, difference);
    }
}
