// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The files of a topology's snapshots, in which bits are flipped while no worker runs. */
final class SnapshotFiles {

    private final Path directory;
    private final Random random;

    /** @param directory that of one topology only */
    SnapshotFiles(Path directory, Random random) {
        this.directory = directory;
        this.random = random;
    }

    /**
     * Flips a bit of the manifest of a snapshot, and returns its name.
     *
     * @param age 0 for the last one, 1 for the one before
     */
    String flipManifest(int age) throws IOException {
        return flip(newest(".manifest").get(age));
    }

    /** Flips a bit in a worker's file of the snapshot whose manifest has this age. */
    String flipPart(int age) throws IOException {
        String manifest = newest(".manifest").get(age).getFileName().toString();
        String snapshot = manifest.substring(0, manifest.lastIndexOf('-') + 1);
        return flip(newest(".part").stream()
                .filter(part -> part.getFileName().toString().startsWith(snapshot))
                .findFirst()
                .orElseThrow());
    }

    void flipAllManifests() throws IOException {
        for (Path manifest : newest(".manifest")) {
            flip(manifest);
        }
    }

    private String flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, bytes);
        Path topology = file.getParent().getParent();
        return topology.getParent().relativize(file).toString();
    }

    /** The files by generation and snapshot, with which names begin, the last first. */
    private List<Path> newest(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted(Comparator.comparingLong((Path file) -> number(file, 0))
                            .thenComparingLong(file -> number(file, 1))
                            .reversed())
                    .toList();
        }
    }

    private static long number(Path file, int index) {
        return Long.parseLong(file.getFileName().toString().split("-")[index]);
    }
}
