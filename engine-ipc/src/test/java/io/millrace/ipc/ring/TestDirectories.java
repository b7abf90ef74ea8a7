// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.liveness.SharedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The shared directories of a test's processes, on the real shared memory. When it is closed they can all be removed,
 * and are.
 */
final class TestDirectories implements AutoCloseable {
    private final Path base;
    private final SharedDirectory own;

    TestDirectories() throws IOException {
        base = Files.createTempDirectory(SharedDirectory.defaultBase().getParent(), "millrace-test-");
        own = SharedDirectory.create(base, "parent");
    }

    /** Where children make theirs. */
    Path base() {
        return base;
    }

    /** The lock of the test's process. */
    ProcessLock lock() {
        return own.lock();
    }

    /** A file in the directory of the test's process. */
    Path file(String name) {
        return own.path().resolve(name);
    }

    List<Path> removeDead() throws IOException {
        return SharedDirectory.removeDead(base);
    }

    @Override
    public void close() throws IOException {
        try {
            own.close();
            removeDead();
            assertThat(base).isEmptyDirectory();
        } finally {
            deleteAll();
        }
    }

    /** Deletes all, also what a failed test has left. */
    private void deleteAll() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(base)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
