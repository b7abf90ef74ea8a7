// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.cluster.config.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory with the extracted resources of jars, one directory for each, under the jar's digest. Workers extract
 * them. The supervisor's loop removes the directories that no topology names any more.
 */
final class NodeResources {

    private final Path directory;

    NodeResources(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        Directories.ownerOnly(directory);
    }

    Path path() {
        return directory;
    }

    /** Whether {@link #retain} would remove any directory. */
    boolean hasUnused(Set<String> used) throws IOException {
        return !unused(used).isEmpty();
    }

    /** @param used the names of jars that workers may extract or use */
    void retain(Set<String> used) throws IOException {
        for (Path entry : unused(used)) {
            Directories.remove(entry);
        }
    }

    private List<Path> unused(Set<String> used) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            // The lock and the incomplete directory of a jar have its name and a suffix
            return found.filter(entry ->
                            !used.contains(entry.getFileName().toString().replaceFirst("\\.(lock|part)$", "")))
                    .toList();
        }
    }
}
