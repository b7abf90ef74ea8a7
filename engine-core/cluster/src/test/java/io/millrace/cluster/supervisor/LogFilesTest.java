// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFilesTest {

    @TempDir
    Path directory;

    @Test
    void aLongLogIsKeptAsThePreviousOneWhileItsWriterGoesOn() throws IOException {
        LogFiles logs = new LogFiles(directory, 10, 1_000);
        Path file = logs.file("t-1", "w1");
        try (OutputStream worker = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            worker.write("one\ntwo\nthree\n".getBytes(StandardCharsets.UTF_8));
            logs.rotate("t-1", "w1");
            worker.write("four\n".getBytes(StandardCharsets.UTF_8));
            logs.rotate("t-1", "w1");
        }

        assertThat(file).hasContent("four\n");
        assertThat(logs.tail("t-1", "w1", 10).lines()).containsExactly("one", "two", "three", "four");
        assertThat(logs.tail("t-1", "w1", 2).lines()).containsExactly("three", "four");
        assertThat(logs.tail("t-1", "w1", 1).lines()).containsExactly("four");
        assertThat(logs.tail("t-1", "w2", 1).lines()).isEmpty();
        logs.rotate("t-1", "w2");
    }

    /** Crash files are beside the logs; a log is the name of a known worker, see SupervisorApi. */
    @Test
    void noOtherAccountGetsIn() throws IOException {
        Path base = Files.createDirectory(directory.resolve("logs"));
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));

        Path file = new LogFiles(base, 10, 1_000).file("t-1", "w1");

        assertThat(file.getParent().getParent()).isEqualTo(base);
        assertThat(Files.getPosixFilePermissions(base)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void whoFollowsALogGetsEachLineOnceAcrossItsRotation() throws IOException {
        LogFiles logs = new LogFiles(directory, 10, 1_000);
        Path file = logs.file("t-1", "w1");
        append(file, "one\n");
        LogFiles.Part part = logs.tail("t-1", "w1", 10);
        assertThat(part.lines()).containsExactly("one");

        append(file, "two\nthr");
        part = logs.after("t-1", "w1", part.position());
        assertThat(part.lines()).containsExactly("two");
        append(file, "ee\nfour\n");
        logs.rotate("t-1", "w1");
        append(file, "five\n");
        part = logs.after("t-1", "w1", part.position());
        assertThat(part.lines()).containsExactly("three", "four", "five");
        assertThat(logs.after("t-1", "w1", part.position()).lines()).isEmpty();

        // The file was emptied to make room
        Files.writeString(file, "6\n");
        assertThat(logs.after("t-1", "w1", part.position()).lines()).containsExactly("6");
        // This worker has not printed anything
        part = logs.tail("t-1", "w2", 10);
        append(logs.file("t-1", "w2"), "first\n");
        assertThat(logs.after("t-1", "w2", part.position()).lines()).containsExactly("first");
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void aTopologysLogsTakeNoMoreThanItsBound() throws IOException {
        LogFiles logs = new LogFiles(directory, 1_000, 100);
        Path ended = sized(logs.file("t-1", "w1"), 30, 3);
        Path before = sized(logs.file("t-1", "w2").resolveSibling("w2.log.1"), 30, 2);
        Path small = sized(logs.file("t-1", "w2"), 30, 1);
        Path large = sized(logs.file("t-1", "w3"), 80, 1);
        Path other = sized(logs.file("t-2", "w1"), 100, 9);
        List<WorkerKey> running = List.of(new WorkerKey("t-1", "w2"), new WorkerKey("t-1", "w3"));

        sized(large, 20, 1);
        logs.bound(running);
        assertThat(ended).doesNotExist();
        assertThat(before).hasSize(30);

        sized(large, 80, 1);
        logs.bound(running);
        assertThat(before).doesNotExist();
        assertThat(large).hasSize(0);
        assertThat(small).hasSize(30);
        assertThat(other).hasSize(100);
    }

    private static Path sized(Path file, int bytes, int hoursOld) throws IOException {
        Files.writeString(file, "x".repeat(bytes));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(hoursOld))));
        return file;
    }

    @Test
    void oldLogsGoUnlessTheirTopologyIsKnown() throws IOException {
        LogFiles logs = new LogFiles(directory, 10, 1_000);
        for (String topology : List.of("old", "kept", "young")) {
            Files.writeString(logs.file(topology, "w1"), "x");
        }
        FileTime weeksAgo = FileTime.from(Instant.now().minus(Duration.ofDays(14)));
        Files.setLastModifiedTime(directory.resolve("old"), weeksAgo);
        Files.setLastModifiedTime(directory.resolve("kept"), weeksAgo);

        logs.removeEnded(Duration.ofDays(7), 10, List.of("kept"));

        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("kept", "young");
    }

    @Test
    void onlyTheLogsOfTheLastTopologiesThatEndedStay() throws IOException {
        LogFiles logs = new LogFiles(directory, 10, 1_000);
        for (int i = 0; i < 5; i++) {
            Files.writeString(logs.file("t" + i, "w1"), "x");
            Files.setLastModifiedTime(
                    directory.resolve("t" + i), FileTime.from(Instant.now().minus(Duration.ofHours(5 - i))));
        }

        logs.removeEnded(Duration.ofDays(7), 2, List.of("t0"));

        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("t0", "t3", "t4");
    }
}
