package io.millrace.examples.wordcount;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The file of one counting task's results: a word, a tab and its count per line, the most frequent first. */
final class Results {

    private static final Comparator<Map.Entry<String, Long>> MOST_FREQUENT_FIRST =
            Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());

    private final Path file;
    private final Path draft;

    Results(Path directory, int taskIndex) {
        this.file = directory.resolve("counts-" + taskIndex + ".tsv");
        this.draft = directory.resolve("counts-" + taskIndex + ".tsv.draft");
    }

    /** Replaces the file by a rename: a reader sees the old counts or the new ones, never a part. */
    void write(Map<String, Long> counts) throws IOException {
        Files.createDirectories(file.getParent());
        List<Map.Entry<String, Long>> ordered =
                counts.entrySet().stream().sorted(MOST_FREQUENT_FIRST).toList();
        try (BufferedWriter out = Files.newBufferedWriter(draft)) {
            for (Map.Entry<String, Long> count : ordered) {
                out.write(count.getKey() + "\t" + count.getValue() + "\n");
            }
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
