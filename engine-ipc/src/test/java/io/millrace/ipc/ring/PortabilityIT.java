// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A ring between JVMs of two versions, on other file systems, and without named pipes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PortabilityIT {
    private static final int MESSAGES = 500;
    private static final Path SHARED_MEMORY = SharedDirectory.defaultBase().getParent();
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private Path base;

    @AfterEach
    void nothingIsLeft() throws Exception {
        if (base != null) {
            SharedDirectory.removeDead(base);
            assertThat(base).isEmptyDirectory();
            Files.delete(base);
        }
    }

    @Test
    void anotherJdkReadsWhatThisOneWrites() throws Exception {
        exchange(SHARED_MEMORY, Jdks.other(), Jdks.own(), Map.of());
    }

    @Test
    void thisJdkReadsWhatAnotherOneWrites() throws Exception {
        exchange(SHARED_MEMORY, Jdks.own(), Jdks.other(), Map.of());
    }

    @Test
    void aMappedFileInTheTemporaryDirectoryDoes() throws Exception {
        exchange(TEMPORARY, Jdks.own(), Jdks.own(), Map.of());
    }

    /** This path has no programs, so also no mkfifo. */
    @Test
    void withoutPipesThreadsPark() throws Exception {
        exchange(TEMPORARY, Jdks.own(), Jdks.own(), Map.of("PATH", "/nonexistent"));
    }

    private void exchange(Path parent, Path readers, Path writers, Map<String, String> environment) throws Exception {
        base = Files.createTempDirectory(parent, "millrace-two-");
        long messages = (long) Soak.THREADS * MESSAGES;
        try (SharedDirectory own = SharedDirectory.create(base, "parent")) {
            Path ring = own.path().resolve("test.ring");
            Path journal = own.path().resolve("journal");
            SoakJournal written = SoakJournal.create(journal, Soak.THREADS);
            try (ChildJvm reader = ChildJvm.start(readers, environment, SoakReader.class, ring, base, messages)) {
                reader.await("ready");
                try (ChildJvm writer = ChildJvm.start(
                        writers, environment, SoakProducers.class, ring, base, journal, 0, Soak.THREADS, MESSAGES)) {
                    reader.await("received " + messages + ", corrupt 0");
                    writer.await("done");
                    writer.awaitEnd();
                }
                reader.awaitEnd();
            }
            for (int thread = 0; thread < Soak.THREADS; thread++) {
                assertThat(written.committed(thread)).isEqualTo(MESSAGES);
            }
            try (Stream<Path> left = Files.list(own.path())) {
                assertThat(left).containsExactly(journal);
            }
        }
    }
}
