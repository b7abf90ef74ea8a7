package io.millrace.examples.wordcount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Remembers, across the processes of one spout task, the number of the first line that is not done. */
final class Position {

    private final Path file;
    private final Path draft;
    private long saved;

    Position(Path directory, int taskIndex) {
        this.file = directory.resolve("lines-" + taskIndex + ".position");
        this.draft = directory.resolve("lines-" + taskIndex + ".position.draft");
    }

    long load() throws IOException {
        try {
            saved = Long.parseLong(Files.readString(file).strip());
        } catch (NoSuchFileException e) {
            saved = 0;
        }
        return saved;
    }

    /** Replaces the file by a rename, so that a process that dies here leaves the old number or the new one. */
    void save(long number) throws IOException {
        if (number != saved) {
            Files.createDirectories(file.getParent());
            Files.writeString(draft, number + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            saved = number;
        }
    }
}
