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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** kill -9 of a process that embeds a cluster. */
@Timeout(90)
@ExtendWith(Diagnosis.class)
class KilledParentIT {

    private static final Duration MOST = Duration.ofSeconds(30);

    @Test
    void workersEndAndTheNextStartClearsUp() throws Exception {
        Set<String> before = homes();
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ParentToKill.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Long> pids = new ArrayList<>();
        Set<String> left;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null && !line.equals("up"); line = out.readLine()) {
                pids.add(Long.parseLong(line));
            }
            assertThat(pids).hasSize(2);
            left = homes();
            left.removeAll(before);
            assertThat(left).isNotEmpty();
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
        assertThat(homes()).doesNotContainAnyElementsOf(left);
    }

    /** Everything that embedded clusters of this user have on disk and in shared memory. */
    private static Set<String> homes() throws IOException {
        Set<String> homes = entries(Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + Directories.user()));
        homes.addAll(entries(Directories.ipc(Config.empty())));
        return homes;
    }

    private static Set<String> entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return new java.util.TreeSet<>();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(Path::toString).collect(Collectors.toSet());
        }
    }
}
