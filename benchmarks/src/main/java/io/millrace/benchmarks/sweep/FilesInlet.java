// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Queue;
import java.util.stream.Stream;

/**
 * Reads the files of a directory in the order of their numbers, and deletes each. It lists the directory when it has
 * read all.
 */
final class FilesInlet implements Inlet {

    private final Path messages;
    private final Queue<Path> listed = new ArrayDeque<>();

    FilesInlet(Path directory) {
        messages = directory.resolve(FilesOutlet.MESSAGES);
    }

    @Override
    public byte[] poll() {
        try {
            if (listed.isEmpty()) {
                list();
            }
            return listed.isEmpty() ? null : take(listed.remove());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a message of " + messages, e);
        }
    }

    private void list() throws IOException {
        try (Stream<Path> files = Files.list(messages)) {
            files.filter(file -> !file.getFileName().toString().startsWith(FilesOutlet.UNFINISHED))
                    .sorted(Comparator.comparingLong(
                            file -> Long.parseLong(file.getFileName().toString())))
                    .forEach(listed::add);
        }
    }

    private static byte[] take(Path file) throws IOException {
        byte[] message = Files.readAllBytes(file);
        Files.delete(file);
        return message;
    }
}
