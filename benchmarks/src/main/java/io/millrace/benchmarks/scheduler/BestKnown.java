// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The lowest cost that any sound answer to a problem had, in this run or a file: lines of {@code seed name cost}. */
final class BestKnown {
    private final long seed;
    /** The costs by "seed name"; problems of other seeds stay in the file. */
    private final Map<String, Double> costs = new TreeMap<>();

    BestKnown(long seed) {
        this.seed = seed;
    }

    static BestKnown read(Path file, long seed) throws IOException {
        BestKnown best = new BestKnown(seed);
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split(" ");
            if (words.length != 3) {
                throw new IOException(file + ": \"" + line + "\" is not \"seed name cost\": correct the line");
            }
            best.costs.put(words[0] + " " + words[1], Double.valueOf(words[2]));
        }
        return best;
    }

    void write(Path file) throws IOException {
        Files.writeString(
                file,
                costs.entrySet().stream()
                        .map(entry -> String.format(Locale.ROOT, "%s %.3f\n", entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining(
                                "", "# The lowest known cost of each generated problem: seed, name, cost\n", "")));
    }

    /** Remembers the cost if it is the lowest so far, and says whether it is. */
    boolean offer(String problem, double cost) {
        String key = seed + " " + problem;
        boolean isLowest = cost < costs.getOrDefault(key, Double.POSITIVE_INFINITY);
        if (isLowest) {
            costs.put(key, cost);
        }
        return isLowest;
    }

    /** Infinite if no sound answer is known. */
    double of(String problem) {
        return costs.getOrDefault(seed + " " + problem, Double.POSITIVE_INFINITY);
    }
}
