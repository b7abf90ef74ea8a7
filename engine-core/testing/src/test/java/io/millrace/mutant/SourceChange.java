package io.millrace.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A change of one place in a source file of the engine.
 *
 * @param type the class below {@code io/millrace}
 * @param before what is there exactly once
 * @param after what is there instead
 */
public record SourceChange(String type, String before, String after) {

    private static final List<Path> SOURCES = List.of(
            Path.of("../runtime/src/main/java/io/millrace"),
            Path.of("../api/src/main/java/io/millrace"),
            Path.of("src/main/java/io/millrace"));

    /** Makes the change in a file below this directory, which gets the engine's source if it is not there. */
    Path make(Path directory) throws IOException {
        Path file = directory.resolve(type + ".java");
        Files.createDirectories(file.getParent());
        String source = Files.readString(Files.exists(file) ? file : original());
        int at = source.indexOf(before);
        if (at < 0 || source.indexOf(before, at + 1) >= 0) {
            throw new IllegalStateException(type + " does not contain this once: " + before + ": adapt the mutant");
        }
        return Files.writeString(file, source.substring(0, at) + after + source.substring(at + before.length()));
    }

    private Path original() {
        return SOURCES.stream()
                .map(module -> module.resolve(type + ".java"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no source of " + type + ": adapt the mutant"));
    }
}
