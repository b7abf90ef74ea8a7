// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.terminal.Terminal;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The output for a ring, and errors for files that are not rings. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class RingStatCommandTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(4);

    private final FakeBackend backend = new FakeBackend();

    @TempDir
    Path directory;

    private Path path;
    private ProcessLock process;
    private RingConsumer consumer;
    private RingProducer producer;

    @BeforeEach
    void open() throws Exception {
        path = Files.createDirectory(directory.resolve("w1")).resolve("executor-0.ring");
        process = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(path, CONFIG, process);
        producer = RingProducer.open(path, process, null);
    }

    @AfterEach
    void close() {
        producer.close();
        consumer.close();
        process.close();
    }

    private Run stat(String... more) {
        String[] command = new String[4 + more.length];
        List.of("ring", "stat", "--interval=10ms", "--count=2").toArray(command);
        System.arraycopy(more, 0, command, 4, more.length);
        return Run.of(backend, command);
    }

    private void offer(int bytes) {
        assertThat(producer.offer(1, ByteBuffer.allocate(bytes), 0, bytes, 0)).isTrue();
    }

    @Test
    void firstAHeadedSummaryThenALinePerInterval() {
        offer(1000);
        offer(7000);
        producer.tryClaim(1, 8, 0);
        producer.abort();

        Run run = stat(path.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo(path.toString());
        assertThat(lines.get(1)).isEqualTo("ring       64 KiB, window 64 KiB, 1 of 4 slots taken, 12% full");
        assertThat(lines.get(2))
                .startsWith("consumer   " + ProcessHandle.current().pid() + " alive");
        assertThat(lines.get(3))
                .isEqualTo("written    2 records of 3 claimed, 1 aborted, 8,000 bytes, 0 times full, 0 retries");
        assertThat(lines.get(4)).isEqualTo("read       0 messages, 0 bytes, 0 passed over, 0 producers woken");
        assertThat(lines.get(8)).matches("SLOT +PID +STATE +ANNOUNCED +CLAIMS +COMMITS .*REGISTRATION");
        assertThat(lines.get(9))
                .matches(" *0 +" + ProcessHandle.current().pid() + " +alive +- +3 +2 +1 +8,000 +0 +0 +[0-9a-f]{16}");
        assertThat(lines.get(11)).matches(" +commits/s +read/s +MB/s +fill .*");
        assertThat(lines.subList(12, lines.size()))
                .hasSize(2)
                .allMatch(line -> line.matches(" +0 +0 +0\\.0 +12% +1 +0 +0 +0 +0 +0 +0"));
    }

    @Test
    void jsonIsADocumentPerInterval() throws Exception {
        offer(1000);

        Run run = stat(path.toString(), "--json");

        assertThat(run.out().lines()).hasSize(2);
        JsonNode second = new ObjectMapper().readTree(run.out().lines().toList().get(1));
        assertThat(second.get("state").asText()).isEqualTo("open");
        assertThat(second.get("seconds").asDouble()).isPositive();
        assertThat(second.get("perSecond").get("commits").asDouble()).isZero();
        assertThat(second.get("totals").get("commits").asLong()).isEqualTo(1);
        JsonNode slot = second.get("totals").get("producers").get(0);
        assertThat(slot.get("holder").asText()).isEqualTo("ALIVE");
        assertThat(slot.get("bytes").asLong()).isEqualTo(1000);
    }

    @Test
    void aDirectoryIsATableOfItsRings() throws Exception {
        Files.writeString(directory.resolve("big"), "no ring ".repeat(1000));
        try (RingConsumer other = RingConsumer.create(directory.resolve("b.ring"), CONFIG, process)) {
            assertThat(other.counters().commits()).isZero();

            Run run = stat(directory.toString());

            assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
            assertThat(run.out().lines().filter(line -> line.startsWith("b.ring ")))
                    .hasSize(2);
            assertThat(run.out().lines().filter(line -> line.startsWith("w1/executor-0.ring ")))
                    .hasSize(2);
            assertThat(stat(directory.toString(), "--json").out().lines()).hasSize(2);
        }
        assertThat(ProcessLock.isAlive(process.file())).isTrue();
    }

    @Test
    void doesNotDisturbTheRing() throws Exception {
        offer(1000);
        byte[] before = Files.readAllBytes(path);
        stat(path.toString());
        stat(directory.toString());
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    @Test
    void endsWhenTheRingIsClosedOrDeletedAndSaysSo() throws Exception {
        Path copy = Files.copy(path, directory.resolve("copy.ring"));
        assertThat(statUntil(copy, () -> copy.toFile().delete())).isEqualTo(copy + " was deleted");
        assertThat(statUntil(path, consumer::close)).isEqualTo(path + " was closed");
    }

    /** Runs an action between the first two lines, and returns the last line. */
    private String statUntil(Path ring, Runnable event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean[] happened = {false};
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.matches("[ 0-9.%]+") && !happened[0]) {
                    happened[0] = true;
                    event.run();
                }
            }
        };
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), out, out, false);
        int code = new Cli(backend, terminal, Optional.empty()).run("ring", "stat", "--interval=10ms", ring.toString());
        assertThat(code).isEqualTo(ExitCode.DONE);
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        return lines.get(lines.size() - 1);
    }

    @Test
    void whatIsNoRingIsRefusedInOneLine() throws Exception {
        refused(ExitCode.NOT_FOUND, "no file", directory.resolve("none").toString());
        refused(
                ExitCode.NOT_FOUND,
                "no ring below",
                Files.createDirectory(directory.resolve("empty")).toString());
        Path text = Files.writeString(directory.resolve("text"), "this is not a ring at all");
        refused(ExitCode.FAILED, "neither a ring nor a doorbell", text.toString());
        byte[] bytes = Files.readAllBytes(path);
        bytes[8]++;
        Path older = Files.write(directory.resolve("older"), bytes);
        refused(ExitCode.FAILED, "run the same release on both sides", older.toString());
        refused(ExitCode.USAGE, "--interval is '1 parsec'", path.toString(), "--interval=1 parsec");
        refused(ExitCode.USAGE, "--count is 0", path.toString(), "--count=0");
        refused(
                ExitCode.NOT_FOUND,
                "none (ipc.dir): no worker of this user has run on this machine",
                "-c",
                "ipc.dir=" + directory.resolve("none"));
    }

    @Test
    void withoutAnArgumentTheDirectoryOfTheConfigurationIsShown() {
        assertThat(stat("-c", "ipc.dir=" + directory).out()).contains("w1/executor-0.ring ");
    }

    @Test
    void nobodyIsToldToDeleteAFileThatIsNoRing() throws Exception {
        Path letter = Files.writeString(directory.resolve("letter"), "Dear customers, ".repeat(1_000));

        assertThat(stat(letter.toString()).err())
                .contains("neither a ring nor a doorbell")
                .doesNotContain("delete");
    }

    private void refused(int code, String says, String... arguments) {
        String[] command = new String[2 + arguments.length];
        List.of("ring", "stat").toArray(command);
        System.arraycopy(arguments, 0, command, 2, arguments.length);

        Run run = Run.of(backend, command);

        assertThat(run.err()).contains(says);
        assertThat(run.errLines()).singleElement().asString().startsWith("millrace: ");
        assertThat(run.exitCode()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
    }
}
