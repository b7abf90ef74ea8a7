// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.Digest;
import io.millrace.runtime.resources.Resources;
import io.millrace.runtime.resources.TopologyClassLoader;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Signed jars of a topology, from the client to a worker process. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class LibrariesIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @AutoClose
    private TestCluster daemons;

    private Cluster cluster;
    private Path jar;
    private Path libs;

    @BeforeEach
    void start() throws Exception {
        SigningKey key = new SigningKey(directory);
        Path other = directory.resolve("other");
        Files.writeString(Files.createDirectories(other.resolve("resources")).resolve("stop-words.txt"), "leaf\nwheel");
        jar = key.sign(Jars.of(directory.resolve("topology.jar"), JarTopology.class, other.toString()));
        libs = Files.createDirectory(directory.resolve("libs"));
        Path lib = key.sign(Jars.of(directory.resolve("vocabulary.jar"), Vocabulary.class, ""));
        Files.move(lib, libs.resolve("vocabulary.jar"));
        daemons = TestCluster.start(
                directory, Config.empty().with(ClusterKeys.CONTROLLER_POLL_INTERVAL, Duration.ofMillis(50)), "n1");
        cluster = daemons.client();
    }

    @Tag("long")
    @Test
    void signedJarsRunAndAreTransferredOnceForAllSubmissions() throws Exception {
        run("first");
        Map<String, Object> stored = stored();
        assertThat(stored)
                .containsKeys(
                        "controller/" + Digest.of(jar),
                        "controller/" + Digest.of(libs.resolve("vocabulary.jar")),
                        "n1/" + Digest.of(jar),
                        "n1/" + Digest.of(libs.resolve("vocabulary.jar")));

        run("second");

        // A transfer would replace the file
        assertThat(stored()).isEqualTo(stored);
    }

    @Test
    void aResourceThatWasChangedAfterItWasSignedIsRefused() throws Exception {
        Path changed = directory.resolve("changed.jar");
        try (JarFile in = new JarFile(jar.toFile(), false);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(changed))) {
            for (JarEntry entry : in.stream().toList()) {
                out.putNextEntry(new JarEntry(entry.getName()));
                byte[] content = in.getInputStream(entry).readAllBytes();
                out.write(entry.getName().startsWith("resources/") ? new byte[] {1} : content);
                out.closeEntry();
            }
        }

        try (TopologyClassLoader loader = TopologyClassLoader.of(List.of(changed));
                Resources resources = Resources.temporary(loader)) {
            assertThatThrownBy(resources::get)
                    .hasMessageContaining("'resources/stop-words.txt' is not what was signed");
        }
    }

    private void run(String name) throws Exception {
        cluster.submit(new Submission(name, JarTopology.topology(), Config.empty(), jar, List.of(libs), null));
        Await.until(
                name + " to complete", MOST, () -> cluster.describe(name).info().status() == Status.COMPLETED);
        assertThat(cluster.metrics(name).counter("look", "known")).isEqualTo(3);
        assertThat(cluster.metrics(name).counter("look", "signed")).isEqualTo(2);
        assertThat(cluster.metrics(name).counter("look", "stopped")).isEqualTo(3);
        assertThat(directory.resolve("n1/resources").resolve(Digest.of(jar)).resolve("stop-words.txt"))
                .exists();
        cluster.kill(name, MOST);
    }

    /** Returns the files of both daemons, each with its identity on the disk. */
    private Map<String, Object> stored() throws IOException {
        Map<String, Object> keys = new TreeMap<>();
        for (String daemon : List.of("controller", "n1")) {
            try (Stream<Path> files = Files.list(directory.resolve(daemon).resolve("blobs"))) {
                for (Path file : files.toList()) {
                    keys.put(
                            daemon + "/" + file.getFileName(),
                            Files.readAttributes(file, BasicFileAttributes.class)
                                    .fileKey());
                }
            }
        }
        return keys;
    }
}
