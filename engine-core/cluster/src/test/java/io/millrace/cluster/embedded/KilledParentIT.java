// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.config.Directories;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The death of a process that embeds a cluster, by kill -9. */
@Timeout(90)
@ExtendWith(Diagnosis.class)
class KilledParentIT {

    private static final Duration MOST = Duration.ofSeconds(30);

    @Tag("long")
    @Test
    void workersEndAndTheNextStartClearsUp() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ParentToKill.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Long> pids = new ArrayList<>();
        String cluster;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null && !line.equals("up"); line = out.readLine()) {
                pids.add(Long.parseLong(line));
            }
            assertThat(pids).hasSize(2);
            cluster = clusterOf(parent.pid());
            assertThat(files(cluster)).isNotEmpty();
        } finally {
            parent.destroyForcibly().waitFor();
        }

        Await.until(
                "workers end without their parent",
                MOST,
                () -> pids.stream()
                        .noneMatch(pid -> ProcessHandle.of(pid)
                                .filter(ProcessHandle::isAlive)
                                .isPresent()));

        LocalCluster.start(Config.empty()).close();
        // Another process of this build may be about to remove them
        Await.until("the files are removed", () -> files(cluster).isEmpty());
    }

    /** The id of a process's embedded cluster, with which the lock {@code <id>-<pid>-<random>.lock} begins. */
    private static String clusterOf(long pid) throws IOException {
        try (Stream<Path> entries = Files.list(homes())) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.contains("-" + pid + "-"))
                    .map(name -> name.substring(0, name.indexOf('-')))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path homes() {
        return Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + Directories.user());
    }

    /** Returns the files of a cluster on disk and in shared memory. */
    private static List<Path> files(String cluster) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path directory : List.of(homes(), Directories.ipc(Config.empty()))) {
            try (Stream<Path> entries = Files.list(directory)) {
                entries.filter(entry -> entry.getFileName().toString().startsWith(cluster))
                        .forEach(files::add);
            } catch (NoSuchFileException e) {
                // The last cluster removes it
            }
        }
        return files;
    }
}
