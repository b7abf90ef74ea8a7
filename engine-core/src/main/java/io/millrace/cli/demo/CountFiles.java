package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads the results of the example's counting tasks: {@code counts-<task>.tsv}. */
final class CountFiles {

    private CountFiles() {}

    static Map<String, Long> read(Path directory) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        if (!Files.isDirectory(directory)) {
            return counts;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "counts-*.tsv")) {
            for (Path file : files) {
                try (BufferedReader in = Files.newBufferedReader(file)) {
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        int tab = line.indexOf('\t');
                        counts.merge(line.substring(0, tab), Long.parseLong(line.substring(tab + 1)), Long::sum);
                    }
                }
            }
        }
        return counts;
    }

    static long total(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
