// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A run in which nothing goes wrong, of workers on two nodes, leaves no warning and no error in their logs. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class PlainRunIT {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final String CLASS_ARCHIVE = "MILLRACE_CDS";

    /** Warnings and errors of the engine and its libraries, and of the JVM. */
    private static final Pattern NOISE = Pattern.compile("WARN|ERROR|\\[(warning|error)]|\\bwarning:|^\\s+at ");

    @TempDir
    Path directory;

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;

    @BeforeEach
    void start() throws IOException {
        // The archive is one that no JVM can use, like one of other options
        System.setProperty(
                CLASS_ARCHIVE,
                Files.writeString(directory.resolve("classes.jsa"), "of another JVM")
                        .toString());
        daemons = TestCluster.start(directory, Config.empty().with(ClusterKeys.SUPERVISOR_SLOTS, 1), "n1", "n2");
        cluster = daemons.client();
    }

    @AfterEach
    void forgetArchive() {
        System.clearProperty(CLASS_ARCHIVE);
    }

    @Test
    void noWarningIsLogged() throws Exception {
        daemons.submit(
                "numbers",
                TestTopologies.counting(10_000, 5),
                Config.empty().with(TopologyKeys.WORKERS, 2).with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE));
        Await.until("all are acked", MOST, () -> daemons.acked("numbers") == 10_000);
        cluster.kill("numbers", Duration.ZERO);
        Await.until("it is gone", MOST, () -> cluster.list().isEmpty());

        List<Path> logs = logs();
        assertThat(logs).hasSize(2);
        for (Path log : logs) {
            assertThat(Files.readAllLines(log))
                    .as(log.toString())
                    .noneMatch(line -> NOISE.matcher(line).find());
        }
    }

    private List<Path> logs() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String node : List.of("n1", "n2")) {
            try (Stream<Path> files = Files.walk(directory.resolve(node))) {
                found.addAll(files.filter(file -> file.getFileName().toString().matches("w\\d+.*\\.log"))
                        .toList());
            }
        }
        return found;
    }
}
