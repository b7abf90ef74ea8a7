// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The image and the compose file, run by Podman. Podman needs no daemon, so that all is this test's own; Docker's part
 * of reading the compose file is {@link Compose}.
 */
@Tag("long")
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainersIT {

    private static final Path FILES = Path.of("container").toAbsolutePath();
    private static final Path MADE =
            Path.of("src/test/resources/io/millrace/deploy/container").toAbsolutePath();
    private static final Path TARGET = Installed.HOME.resolveSibling("it");
    private static final Path BASE = Installed.HOME.resolveSibling("base-image.tar");
    private static final String WORDCOUNT = "/opt/millrace/examples/wordcount.jar";
    private static final String LIBRARIES = "/opt/millrace/lib/connectors/files";
    private static final String ACCOUNT = "10001";
    private static final String ZOOKEEPER = "zookeeper1";
    private static final List<String> CONTROL = List.of(ZOOKEEPER, "zookeeper2", "zookeeper3", "controller1");
    private static final String SUPERVISOR = "supervisor1";
    private static final int LINES = 1_000;
    private static final int PASSES = 100;
    private static final int RATE = 1_000;

    private Podman podman;
    private String built;
    private Compose compose;
    private ComposedCluster cluster;
    private Path shared;

    @BeforeAll
    void buildTheImage() throws IOException {
        Optional<String> obstacle = Podman.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "no containers: " + obstacle.orElseThrow());
        Files.createDirectories(TARGET);
        podman = new Podman(TARGET.resolve("containers"));
        compose = new Compose(FILES.resolve("compose.yaml"), Map.of("MILLRACE_TOKEN", "0123456789abcdef0123"));
        podman.importBase(base(), MADE.resolve("base-image.sh"), BASE);
        Podman.Result trial = podman.run("run", "--rm", "--network=none", base(), "true");
        assumeTrue(trial.exitCode() == 0, () -> "no containers: " + trial.text());
        built = build(
                "--file=" + FILES.resolve("Dockerfile"),
                "--ignorefile=" + FILES.resolve("Dockerfile.dockerignore"),
                "--build-arg=VERSION=" + DeploymentFiles.pom("version"),
                "--tag=" + compose.image(SUPERVISOR),
                Installed.HOME.getParent().toString());
        build(
                "--file=" + MADE.resolve("zookeeper.Dockerfile"),
                "--build-arg=IMAGE=" + compose.image(SUPERVISOR),
                "--tag=" + compose.image(ZOOKEEPER),
                MADE.toString());
    }

    private static String base() throws IOException {
        return Files.readAllLines(FILES.resolve("Dockerfile")).stream()
                .filter(line -> line.startsWith("FROM "))
                .map(line -> "docker.io/library/" + line.substring("FROM ".length()))
                .findFirst()
                .orElseThrow();
    }

    private String build(String... arguments) {
        List<String> command = new ArrayList<>(List.of("build", "--pull=never"));
        command.addAll(Podman.limits());
        command.addAll(List.of(arguments));
        return podman.run(command).succeeded();
    }

    @BeforeEach
    void emptyCluster(TestInfo test) throws IOException {
        String name = test.getTestMethod().orElseThrow().getName();
        shared = TARGET.resolve("containers-" + name).toAbsolutePath();
        delete(shared);
        Files.createDirectories(shared);
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        cluster = new ComposedCluster(podman, compose, shared);
    }

    @AfterEach
    void endTheCluster() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterAll
    void nothingIsLeft() throws IOException {
        if (podman != null) {
            podman.close();
            assertThat(TARGET.resolve("containers")).doesNotExist();
        }
    }

    @Test
    void theImageHasAnAccountOfItsOwn() {
        assertThat(built.lines())
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("warning"));
        assertThat(bash("id -u; id -g; id -un; umask; stat -c '%u %a' /var/lib/millrace; ls -A /var/lib/millrace")
                        .lines())
                .containsExactly(ACCOUNT, ACCOUNT, "millrace", "0022", ACCOUNT + " 700");
        // The account can change nothing of the program that it runs
        assertThat(bash("find /opt/millrace/ -writable")).isEmpty();
    }

    private String bash(String script) {
        return podman.run("run", "--rm", "--network=none", "--entrypoint=bash", compose.image(SUPERVISOR), "-c", script)
                .succeeded();
    }

    @Test
    void countsExactlyThoughTheContainerOfASupervisorIsKilled() throws IOException {
        cluster.start(compose.names());
        Files.writeString(shared.resolve("text.txt"), "one two two\n".repeat(LINES));
        cluster.client(submit("-c", "app.wordcount.repeat=" + PASSES, "-c", "app.wordcount.rate=" + RATE))
                .succeeded();
        cluster.await("counts are committed", () -> !committed().isEmpty());
        String busy = json("describe", "wc", "--json")
                .get("workers")
                .get(0)
                .get("node")
                .asText();
        cluster.kill(busy);
        assertThat(completed()).isFalse();

        awaitCompleted();
        assertThat(counted()).isEqualTo(Map.of("one", (long) LINES * PASSES, "two", 2L * LINES * PASSES));
        cluster.startAgain(busy);
        cluster.await("the killed node is back", () -> json("nodes", "--json").size() == 2);
    }

    @Test
    void sharedMemoryThatIsTooSmallIsOneLine() throws IOException {
        cluster.start(CONTROL);
        cluster.start(SUPERVISOR, "--shm-size=64m");
        Files.writeString(shared.resolve("text.txt"), "one two two\n".repeat(LINES));
        cluster.client(submit("-c", "topology.ring.bytes=64 MiB", "-c", "topology.workers=1"))
                .succeeded();
        cluster.await(
                "the problem is described",
                () -> cluster.client("describe", "wc").text().contains("/dev/shm"));
        assertOneLine("/dev/shm");

        cluster.kill(SUPERVISOR);
        cluster.remove(SUPERVISOR);
        cluster.start(SUPERVISOR, "--shm-size=1g");
        awaitCompleted();
        assertThat(counted()).isEqualTo(Map.of("one", (long) LINES, "two", 2L * LINES));
    }

    @Test
    void aWorkerBeyondTheLimitOfMemoryIsOneLine() throws IOException {
        cluster.start(CONTROL);
        cluster.start(SUPERVISOR, "--memory=512m");
        Files.writeString(shared.resolve("text.txt"), "one two two\n".repeat(LINES));
        cluster.client(submit(
                        "-c",
                        "topology.workers=1",
                        "-c",
                        "topology.worker.heap=1g",
                        "-c",
                        "topology.worker.options=-Xms1g -XX:+AlwaysPreTouch"))
                .succeeded();

        // The kernel may also take the supervisor, while the memory of the worker is not free yet
        cluster.await("the end of the worker is described", () -> {
            cluster.restartIfEnded(SUPERVISOR);
            return cluster.client("describe", "wc").text().contains("reached its limit of 512 MiB");
        });
        assertThat(cluster.log(SUPERVISOR)).contains("reached its limit of 512 MiB");
        assertNoStacks(cluster.log(SUPERVISOR));
    }

    /** The supervisor says once what is wrong, and nothing else. */
    private void assertOneLine(String part) {
        assertThat(cluster.log(SUPERVISOR).lines().filter(line -> line.contains(part)))
                .as(cluster.log(SUPERVISOR))
                .hasSize(1);
        assertNoStacks(cluster.log(SUPERVISOR));
    }

    private static void assertNoStacks(String log) {
        assertThat(log.lines()).as(log).noneMatch(line -> line.matches("\\s+at .*|\\s+\\.\\.\\. .*|Caused by: .*"));
    }

    @Test
    void aNameThatDoesNotResolveIsOneLine() {
        for (String daemon : List.of("controller", "supervisor")) {
            String log = refused(daemon, "MILLRACE_ZOOKEEPER_CONNECT=elsewhere:2181");
            assertNoStacks(log);
            assertThat(log.lines().filter(line -> line.contains("elsewhere")))
                    .as(log)
                    .hasSize(1)
                    .allMatch(line -> line.contains("this machine knows no address of elsewhere"));
        }
    }

    private String refused(String daemon, String variable) {
        Podman.Result result =
                podman.run("run", "--rm", "--network=none", "--env=" + variable, compose.image(SUPERVISOR), daemon);
        assertThat(result.exitCode()).as(result.text()).isNotZero();
        return result.text();
    }

    private static String[] submit(String... more) {
        return Stream.concat(
                        Stream.of(
                                "submit",
                                WORDCOUNT,
                                "/shared/text.txt",
                                "/shared/out",
                                "--lib",
                                LIBRARIES,
                                "--name",
                                "wc"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private void awaitCompleted() {
        cluster.await("wc completes", this::completed);
    }

    private boolean completed() {
        return json("metrics", "wc", "--json").get("completed").asBoolean();
    }

    private JsonNode json(String... arguments) {
        try {
            return new ObjectMapper().readTree(cluster.client(arguments).succeeded());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The last count of each word; exactly-once has each count from 1 on in one line. */
    private Map<String, Long> counted() throws IOException {
        Map<String, Long> last = new TreeMap<>();
        Map<String, Long> lines = new TreeMap<>();
        for (Path file : committed()) {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split("\t");
                last.merge(parts[0], Long.parseLong(parts[1]), Math::max);
                lines.merge(parts[0], 1L, Long::sum);
            }
        }
        assertThat(lines).isEqualTo(last);
        return last;
    }

    /** The sink's files without those that no snapshot has committed yet. */
    private List<Path> committed() {
        try (Stream<Path> files = Files.list(shared.resolve("out/counts"))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> file.toString().endsWith(".tsv"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
