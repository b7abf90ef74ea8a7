// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Spout;
import io.millrace.connectors.files.FileSource;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Lines of the files of a directory. */
final class FilesReading implements Pass.Reading {

    private static final int FILES = 2;

    private final List<Path> files;

    FilesReading(Job job) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(job.place()))) {
            files = entries.sorted().toList();
        }
    }

    static Spout connector(Job job) {
        return FileSource.lines(job.place()).finishAtEnd();
    }

    /** Writes what is read, in a directory that is empty. */
    static void fill(Path directory, Messages messages, long count) throws IOException {
        for (int i = 0; i < FILES; i++) {
            try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("messages-" + i))) {
                for (long each = count * i / FILES; each < count * (i + 1) / FILES; each++) {
                    out.append(messages.text(each)).append('\n');
                }
            }
        }
    }

    @Override
    public void read(Pass pass) throws IOException {
        for (Path file : files) {
            try (BufferedReader in = Files.newBufferedReader(file)) {
                for (String line; (line = in.readLine()) != null; ) {
                    pass.read(line);
                }
            }
        }
    }
}
