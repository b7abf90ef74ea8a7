// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files that components of tests have written. */
final class Written {

    private Written() {}

    /** Returns the lines of the files whose names begin so, sorted. */
    static List<String> lines(Path directory, String prefix) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .flatMap(Written::read)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> read(Path file) {
        try {
            String text = Files.readString(file);
            // The last line may be half written
            return text.substring(0, text.lastIndexOf('\n') + 1).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
