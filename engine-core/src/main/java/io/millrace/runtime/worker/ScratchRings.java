package io.millrace.runtime.worker;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for the rings of a stepped topology, deleted at the end with its files. Confined to the stepping thread.
 */
final class ScratchRings {

    private ScratchRings() {}

    static Path make() {
        try {
            return Files.createTempDirectory("millrace-stepped");
        } catch (IOException e) {
            throw new TopologyException(
                    "no directory for the rings of several workers can be made in "
                            + System.getProperty("java.io.tmpdir") + ": " + e.getMessage()
                            + ": make room there, or name another one by -Djava.io.tmpdir",
                    e);
        }
    }

    static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> inner = files.sorted(Comparator.reverseOrder()).toList();
            inner.forEach(Leftovers::remove);
        } catch (IOException e) {
            throw new TopologyException(directory + " cannot be removed: " + e.getMessage() + ": remove it", e);
        }
    }
}
