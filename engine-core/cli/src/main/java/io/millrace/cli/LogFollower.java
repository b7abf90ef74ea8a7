// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Prints the logs of an embedded cluster's workers in whole lines, each after its worker's name. */
final class LogFollower {

    private static final String SUFFIX = ".log";

    private final Path directory;
    private final Terminal terminal;
    private final Map<Path, Long> positions = new TreeMap<>();
    private final Map<Path, ByteArrayOutputStream> begun = new TreeMap<>();

    /** @param directory the directory with a directory of logs for each topology, which may be created later */
    LogFollower(Path directory, Terminal terminal) {
        this.directory = directory;
        this.terminal = terminal;
    }

    /** Prints new lines since the last call. */
    void printNew() {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> found = Files.walk(directory, 2)) {
            List<Path> logs = found.filter(path -> path.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
            for (Path log : logs) {
                printNew(log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the logs in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Prints new lines, and last lines without a line break. */
    void finish() {
        printNew();
        begun.forEach((log, bytes) -> {
            if (bytes.size() > 0) {
                print(log, bytes);
            }
        });
    }

    private void printNew(Path log) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long position = positions.getOrDefault(log, 0L);
            long length = file.length();
            if (length < position) {
                position = 0;
            }
            ByteArrayOutputStream line = begun.computeIfAbsent(log, absent -> new ByteArrayOutputStream());
            byte[] bytes = new byte[1 << 13];
            file.seek(position);
            while (position < length) {
                int count = file.read(bytes, 0, (int) Math.min(bytes.length, length - position));
                if (count < 0) {
                    break;
                }
                for (int i = 0; i < count; i++) {
                    if (bytes[i] == '\n') {
                        print(log, line);
                    } else {
                        line.write(bytes[i]);
                    }
                }
                position += count;
            }
            positions.put(log, position);
        }
    }

    private void print(Path log, ByteArrayOutputStream line) {
        String name = log.getFileName().toString();
        terminal.line(
                name.substring(0, name.length() - SUFFIX.length()) + " | " + line.toString(StandardCharsets.UTF_8));
        line.reset();
    }
}
