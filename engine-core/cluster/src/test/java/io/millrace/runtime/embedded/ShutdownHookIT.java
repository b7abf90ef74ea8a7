// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Await;
import io.millrace.cluster.embedded.StoppedService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The effect of SIGTERM on a service that does not close its engine. */
@Timeout(120)
class ShutdownHookIT {

    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path directory;

    /** The directory whose files stay when a service without the hook is stopped. */
    private Path shared;

    @BeforeEach
    void makeShared() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "stopped");
    }

    @AfterEach
    void removeShared() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Tag("long")
    @Test
    void theHookClosesTheComponentsOfWorkersThatAreThreads() throws Exception {
        assertThat(stopped("threads", "hook")).containsExactly(StoppedService.UP, StoppedService.CLOSED);
    }

    @Tag("long")
    @Test
    void withoutTheHookNothingIsClosed() throws Exception {
        assertThat(stopped("threads", "none")).containsExactly(StoppedService.UP);
    }

    @Tag("long")
    @Test
    void theHookEndsWorkerProcessesAndRemovesAllFiles() throws Exception {
        assertThat(stopped("processes", "hook")).containsExactly(StoppedService.UP);
        assertThat(files(directory)).isEmpty();
        assertThat(files(shared)).isEmpty();
    }

    @Tag("long")
    @Test
    void workerProcessesEndWithoutTheHookToo() throws Exception {
        assertThat(stopped("processes", "none")).containsExactly(StoppedService.UP);
    }

    /** Runs the service, stops it, waits for the end of all its processes, and returns what it printed. */
    private List<String> stopped(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                StoppedService.class.getName()));
        command.addAll(List.of(arguments));
        command.add(shared.toString());
        Process service = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> printed = new ArrayList<>();
        List<Long> workers = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(StoppedService.WORKER)) {
                    workers.add(Long.parseLong(line.substring(StoppedService.WORKER.length())));
                } else if (line.equals(StoppedService.UP)) {
                    printed.add(line);
                    // The stop does not use the process object, which would close the pipe as well
                    service.toHandle().destroy();
                } else if (line.equals(StoppedService.CLOSED)) {
                    printed.add(line);
                }
            }
            service.waitFor();
        } finally {
            service.destroyForcibly().waitFor();
        }
        assertThat(workers).hasSize(1);
        Await.until(
                "the workers end",
                () -> workers.stream()
                        .noneMatch(pid -> ProcessHandle.of(pid)
                                .filter(ProcessHandle::isAlive)
                                .isPresent()));
        return printed;
    }

    private static List<Path> files(Path below) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("hsperfdata"))
                    .toList();
        }
    }
}
