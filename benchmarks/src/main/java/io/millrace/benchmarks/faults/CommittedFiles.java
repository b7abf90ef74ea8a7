// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files of one sink task in one generation, which are hidden until they are committed:
 * {@code .TASK-GENERATION-SNAPSHOT}, and without the dot when they are visible. Each has pairs of ints, source and
 * number. The task's thread.
 */
final class CommittedFiles {

    private static final String HIDDEN = ".";
    private static final int PAIR = 2 * Integer.BYTES;

    private final Path directory;
    private final int task;
    private final long generation;

    CommittedFiles(Path directory, int task, long generation) {
        this.directory = directory;
        this.task = task;
        this.generation = generation;
    }

    /** Returns the name of the file when it is visible. */
    String prepare(long snapshot, List<Integer> pairs) {
        String name = task + "-" + generation + "-" + snapshot;
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(directory.resolve(HIDDEN + name)))) {
            ByteBuffer bytes = ByteBuffer.allocate(pairs.size() * Integer.BYTES);
            pairs.forEach(bytes::putInt);
            out.write(bytes.array());
            return name;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many numbers become visible: none if the file is already, as a call may be repeated. */
    int commit(String name) {
        Path hidden = directory.resolve(HIDDEN + name);
        try {
            long length = Files.size(hidden);
            Files.move(hidden, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            return (int) (length / PAIR);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes what this task has prepared in earlier generations and is not visible. */
    void removeEarlier() {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.filter(this::isEarlier).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isEarlier(Path file) {
        String[] part = file.getFileName().toString().split("-");
        return part[0].equals(HIDDEN + task) && Long.parseLong(part[1]) < generation;
    }

    /** Counts the numbers of all visible files. */
    static void count(Path directory, Tally tally) throws IOException {
        tally.forget();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.filter(each -> !each.getFileName().toString().startsWith(HIDDEN))
                    .toList()) {
                ByteBuffer pairs = ByteBuffer.wrap(Files.readAllBytes(file));
                while (pairs.hasRemaining()) {
                    tally.count(pairs.getInt(), pairs.getInt());
                }
            }
        }
    }
}
