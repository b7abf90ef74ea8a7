// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeResourcesTest {

    @TempDir
    private Path directory;

    @Test
    void whatNoTopologyHasIsRemovedWithItsLock() throws IOException {
        NodeResources resources = new NodeResources(directory.resolve("resources"));
        for (String jar : new String[] {"used", "unused", "dead"}) {
            Files.createFile(resources.path().resolve(jar + ".lock"));
        }
        Files.createDirectory(resources.path().resolve("used"));
        Files.createFile(
                Files.createDirectory(resources.path().resolve("unused")).resolve("file"));
        Files.createDirectory(resources.path().resolve("dead.part"));

        resources.retain(Set.of("used", "other"));

        try (Stream<Path> left = Files.list(resources.path())) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("used", "used.lock");
        }
    }
}
