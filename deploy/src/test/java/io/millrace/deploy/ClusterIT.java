// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three daemons as three processes, and every command against them. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterIT {

    private final Installed installed = new Installed("cluster");

    @AfterEach
    void nothingIsLeft() {
        try (installed) {
            assertThat(installed.processes()).isEmpty();
            assertThat(installed.files()).isEmpty();
        }
    }

    @Test
    void commandsWorkAgainstSeparateDaemons() throws Exception {
        int port = freePort();
        int controllerPort = freePort();
        int supervisorPort = freePort();
        installed
                .with("zookeeper.port", port)
                .with("zookeeper.connect", "127.0.0.1:" + port)
                .with("controller.port", controllerPort)
                .with("supervisor.port", supervisorPort)
                .with("daemon.log.dir", installed.directory().resolve("daemons"));
        Path text = Files.writeString(installed.directory().resolve("text.txt"), "one two two\n".repeat(1_000));
        Path results = installed.directory().resolve("results");

        assertRefused(installed.run(4, "list"), "127.0.0.1:" + port);
        assertThat(installed.run(1, "doctor").out())
                .contains("problem  zookeeper.connect: 1 of 1 servers do not answer");
        try (Program zookeeper = installed.start("zookeeper")) {
            zookeeper.awaitOut("zookeeper is up");
            String elsewhere = "zookeeper.data.dir=" + installed.directory().resolve("other");
            assertRefused(installed.run(2, "zookeeper", "-c", elsewhere), "set another daemon.log.dir");
            assertRefused(
                    installed.run(1, "zookeeper", "-c", elsewhere, "-c", "daemon.log.dir=" + installed.directory()),
                    "port " + port);
            assertRefused(installed.run(4, "list"), "controller");
            try (Program controller = installed.start("controller");
                    Program supervisor = installed.start("supervisor")) {
                controller.awaitOut("controller is up");
                supervisor.awaitOut("supervisor is up");
                assertHealthy(port);
                assertThat(health(controllerPort, "/v1/health")).isZero();
                assertThat(health(supervisorPort, "/v1/ready")).isZero();
                assertThat(health(supervisorPort, "/v1/none")).isNotZero();
                assertThat(installed.directory().resolve("daemons/supervisor.log"))
                        .exists();
                assertThat(supervisor.err()).isEmpty();

                String jar = Installed.wordCountJar().toString();
                String libs = Installed.connector("files").toString();
                installed.run(
                        0, "submit", jar, text.toString(), results.toString(), "--lib", libs, "--name", "wc", "--wait");
                assertRefused(
                        installed.run(
                                2, "submit", jar, text.toString(), results.toString(), "--lib", libs, "--name", "wc"),
                        "wc");

                JsonNode list = json(installed.run(0, "list", "--json"));
                assertThat(list).hasSize(1);
                assertThat(list.get(0).get("name").asText()).isEqualTo("wc");
                assertThat(json(installed.run(0, "nodes", "--json"))
                                .get(0)
                                .get("usedSlots")
                                .asInt())
                        .isEqualTo(2);
                JsonNode described = json(installed.run(0, "describe", "wc", "--json"));
                assertThat(described.get("workers")).hasSize(2);
                assertThat(described.get("placement")).hasSize(8);
                installed.run(0, "logs", "wc", "--worker", "w1");
                assertRefused(installed.run(3, "logs", "wc", "--worker", "w9"), "w9");
                installed.run(0, "deactivate", "wc");
                installed.run(0, "activate", "wc");
                Await.until(
                        "wc completes",
                        java.time.Duration.ofSeconds(30),
                        () -> json(installed.run(0, "metrics", "wc", "--json"))
                                .get("completed")
                                .asBoolean(),
                        supervisor::evidence);
                assertRingsAreSeen(described.get("workers"));
                installed.run(0, "kill", "wc", "--wait");
                assertRefused(installed.run(3, "describe", "wc"), "wc");
                assertThat(written(results.resolve("counts")))
                        .hasSize(3_000)
                        .doesNotHaveDuplicates()
                        .contains("two\t2000", "one\t1000");
            }
        }
    }

    /** The exit code of the check that container engines run. */
    private static int health(int port, String path) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        Installed.HOME.resolve("deploy/container/health").toString(),
                        "127.0.0.1",
                        Integer.toString(port),
                        path)
                .start()
                .waitFor();
    }

    /** What is the machine's own, such as its limits, may be good or bad. */
    private void assertHealthy(int port) {
        Program doctor = installed.start("doctor", "controller", "zookeeper", "--json");
        doctor.awaitExit();
        assertThat(json(doctor))
                .anySatisfy(finding -> assertFinding(finding, "controller.port", "OK", "served by the controller"))
                .anySatisfy(finding -> assertFinding(finding, "zookeeper.port", "OK", "served by the zookeeper"))
                .anySatisfy(finding -> assertFinding(finding, "ZooKeeper 127.0.0.1:" + port, "WARNING", "standalone"))
                .anySatisfy(finding -> assertFinding(finding, "controller.data.dir", "OK", "MiB free"))
                .anySatisfy(finding -> assertFinding(finding, "clock", "OK", "leading controller"));
    }

    private static void assertFinding(JsonNode finding, String check, String verdict, String found) {
        assertThat(finding.get("check").asText()).isEqualTo(check);
        assertThat(finding.get("found").asText()).contains(found);
        assertThat(finding.get("verdict").asText()).isEqualTo(verdict);
    }

    private static List<String> written(Path counts) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(counts)) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** Asks from outside, of workers that run, who reads each ring, and who writes. */
    private void assertRingsAreSeen(JsonNode workers) {
        String directory = installed.shared().toString();
        JsonNode rings = json(installed.run(0, "ring", "stat", "--count=1", "--interval=100ms", "--json", directory));
        assertThat(rings).isNotEmpty();
        long commits = 0;
        for (JsonNode ring : rings) {
            JsonNode totals = ring.get("totals");
            assertThat(ring.get("state").asText()).isEqualTo("open");
            assertThat(workers).anyMatch(worker -> isConsumer(totals, worker));
            assertThat(totals.get("producers"))
                    .allMatch(producer -> producer.get("holder").asText().equals("ALIVE"))
                    .allMatch(producer -> producer.get("pid").asLong()
                            != totals.get("consumerPid").asLong());
            commits += totals.get("commits").asLong();
        }
        assertThat(commits).isPositive();
        String one =
                installed.shared().resolve(rings.get(0).get("ring").asText()).toString();
        assertThat(installed
                        .run(0, "ring", "stat", "--count=1", "--interval=100ms", one)
                        .out())
                .contains("consumer ", "alive", "commits/s");
        assertRefused(installed.run(3, "ring", "stat", directory + "/none"), "no file");
    }

    private static boolean isConsumer(JsonNode ring, JsonNode worker) {
        return ring.get("consumerPid").asLong() == worker.get("pid").asLong()
                && ring.get("consumerAlive").asBoolean();
    }

    private static void assertRefused(Program refused, String says) {
        assertThat(refused.err().lines())
                .singleElement()
                .asString()
                .startsWith("millrace: ")
                .contains(says);
        assertThat(refused.out()).isEmpty();
    }

    private static JsonNode json(Program program) {
        try {
            return new ObjectMapper().readTree(program.out());
        } catch (IOException e) {
            throw new AssertionError(program.evidence(), e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
