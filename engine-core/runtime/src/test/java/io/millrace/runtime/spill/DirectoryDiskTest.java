// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.ipc.liveness.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Segments in a directory of this machine: their owners, their permissions, and their removal. */
class DirectoryDiskTest {

    private static final int LENGTH = 1_000;
    private static final int ANOTHER_ACCOUNT = 65534;

    @TempDir
    Path temporary;

    private Path base() {
        return temporary.resolve("queues");
    }

    private static int spill(Rig rig, SpillQueue queue, int first, long bytes) {
        int number = first;
        while (queue.spilledBytes() < bytes) {
            assertThat(queue.offer(Rig.record(number++, LENGTH))).isTrue();
            rig.settle();
        }
        return number;
    }

    private static void assertComes(Rig rig, SpillQueue queue, int records) {
        for (int i = 0; i < records; i++) {
            assertThat(rig.next(queue).slice()).isEqualTo(Rig.record(i, LENGTH));
        }
        assertThat(queue.count()).isZero();
        assertThat(queue.lost()).isZero();
    }

    private static List<Path> segmentsIn(Path base) throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            return files.filter(file -> file.toString().endsWith(".segment")).toList();
        }
    }

    private void removeBase() throws IOException {
        try (Stream<Path> files = Files.walk(base())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void onlyItsUserReadsTheFilesAndNothingOfThemStays() throws IOException {
        try (Rig rig = new Rig(base())) {
            SpillQueue queue = rig.open("q");
            assertThat(base()).doesNotExist();
            int records = spill(rig, queue, 0, 200 << 10);

            Path segment = segmentsIn(base()).get(0);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(segment)))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(segment.getParent())))
                    .isEqualTo("rwx------");
            assertComes(rig, queue, records);
            assertThat(segmentsIn(base())).isEmpty();

            spill(rig, queue, 0, 200 << 10);
        }
        assertThat(base()).doesNotExist();
    }

    @Test
    @Timeout(60)
    void theFilesOfADeadWorkerGoAndThoseOfALivingOneStay() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpillingProgram.class.getName(),
                        base().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("spilled");

            try (Rig rig = new Rig(base())) {
                rig.space.agent().start();
                assertThat(segmentsIn(base())).isNotEmpty();

                other.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
                rig.space.agent().start();
                assertThat(segmentsIn(base())).isEmpty();
            }
            assertThat(base()).doesNotExist();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void whenTheDirectoryVanishesNothingIsLostAndAnotherOneIsMade() throws IOException {
        try (Rig rig = new Rig(base())) {
            SpillQueue queue = rig.open("q");
            int records = spill(rig, queue, 0, 200 << 10);
            List<Path> old = segmentsIn(base());
            removeBase();

            records = spill(rig, queue, records, 1 << 20);

            assertThat(segmentsIn(base())).isNotEmpty().doesNotContainAnyElementsOf(old);
            assertComes(rig, queue, records);
            assertThat(rig.log).isEmpty();
        }
        assertThat(base()).doesNotExist();
    }

    @Test
    void whereAnotherAccountHasTheNameTheNextOneIsTaken() throws IOException {
        assumeTrue(PrivateDirectory.isRoot(), "only root can make a directory of another account");
        Files.createDirectory(base());
        Files.setAttribute(base(), "unix:uid", ANOTHER_ACCOUNT);
        Path next = PrivateDirectory.make(temporary.resolve("queues-2"));
        Path dead = PrivateDirectory.make(next.resolve("queues-1-1"));
        Files.createFile(next.resolve("queues-1-1.lock"));
        try (Rig rig = new Rig(base())) {
            rig.space.agent().start();
            assertThat(dead).doesNotExist();
            SpillQueue queue = rig.open("q");
            int records = spill(rig, queue, 0, 200 << 10);
            assertThat(segmentsIn(base())).isEmpty();
            assertThat(segmentsIn(next)).isNotEmpty();
            assertComes(rig, queue, records);
            assertThat(rig.log).isEmpty();
        }
        assertThat(base()).exists();
        assertThat(next).doesNotExist();
    }

    @Test
    void aPlaceThatIsNoDirectoryIsOneLineAndTheQueueGoesOnWhenItIsOne() throws IOException {
        Files.writeString(base(), "a file");
        try (Rig rig = new Rig(base())) {
            SpillQueue queue = rig.open("q");
            int records = 0;
            while (queue.offer(Rig.record(records, LENGTH))) {
                records++;
                rig.settle();
            }
            assertThat(queue.spilledBytes()).isZero();
            assertThat(rig.log).singleElement().asString().contains(base().toString(), "is not a directory");

            Files.delete(base());
            rig.settleWithRetries();

            assertThat(rig.log).last().isEqualTo("queue q: its files can be written again");
            records = spill(rig, queue, records, 200 << 10);
            assertComes(rig, queue, records);
        }
    }
}
