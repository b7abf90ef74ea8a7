// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two worker processes and a database process with its file, of which one each is killed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledProcessesIT {

    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path directory;

    private Path shared;
    private int port;
    private Process server;

    @BeforeEach
    void start() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "killed-jdbc");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        server = startServer();
    }

    private Process startServer() throws IOException {
        String jar = Path.of(Server.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        jar,
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpPort",
                        Integer.toString(port),
                        "-ifNotExists",
                        "-baseDir",
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("server.log").toFile())
                .start();
    }

    @AfterEach
    void stop() throws IOException {
        server.destroyForcibly();
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** Each commit is in the file, as a database that is used for this has it. */
    private String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/./counts;WRITE_DELAY=0";
    }

    private List<String> query(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? TestDatabase.rows(statement.getResultSet()) : List.of();
        }
    }

    private void awaitServer(String statement) throws SQLException {
        while (true) {
            try {
                query(statement);
                return;
            } catch (SQLException e) {
                if (!server.isAlive() || e.getSQLState().startsWith("42")) {
                    throw e;
                }
            }
        }
    }

    @Test
    void eachRowIsThereOnceAfterDatabaseAndWorkerWereKilled() throws Exception {
        awaitServer("create table seen (word varchar(20), n bigint)");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words());
        builder.setBolt("count", new Count(), 2).fields("words", "word");
        builder.setBolt("out", JdbcSink.to(url()).statement("insert into seen values (:word, :count)"))
                .blocking()
                .shuffle("count");
        Config engine = Config.empty().with(TopologyKeys.WORKERS, 2).with("ipc.dir", shared);
        Path state = Files.createDirectory(directory.resolve("state"));
        try (Millrace millrace = Millrace.local().processes().config(engine).start()) {
            Config exactlyOnce = Config.empty()
                    .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                    .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(100))
                    .with(TopologyKeys.STATE_DIR, state.toString());
            RunningTopology run = millrace.submit("counts", builder.build(), exactlyOnce);
            awaitRows(run);
            server.destroyForcibly().waitFor();
            server = startServer();
            WorkerMetrics victim = run.metrics().workers().get(1);
            ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();
            assertThat(run.awaitCompletion(Duration.ofSeconds(60))).isTrue();
            assertThat(run.metrics().workers().stream()
                            .mapToInt(WorkerMetrics::starts)
                            .sum())
                    .as("starts of workers")
                    .isGreaterThan(2);
        }
        List<String> expected = IntStream.range(0, Words.KEYS * Words.EACH)
                .mapToObj(i -> "w" + i % Words.KEYS + " " + (i / Words.KEYS + 1))
                .toList();
        assertThat(query("select word, n from seen")).containsExactlyInAnyOrderElementsOf(expected);
    }

    private void awaitRows(RunningTopology run) throws Exception {
        while (query("select count(*) from seen").equals(List.of("0"))) {
            assertThat(run.awaitCompletion(Duration.ofMillis(20))).isFalse();
        }
    }
}
