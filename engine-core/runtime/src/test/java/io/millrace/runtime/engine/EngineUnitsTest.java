// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.cluster.Await;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small parts of engines. */
class EngineUnitsTest {

    @TempDir
    Path directory;

    private final CountDownLatch ending = new CountDownLatch(1);
    private final List<EngineThread> started = new ArrayList<>();

    private static Tuple tuple(Object... values) {
        return new DataTuple(new StreamRef("a", 0, "default", Fields.of("x"), false), 1, 2, 0, values);
    }

    @Test
    void deadMessagesThatComeAgainAreRememberedWithinABound() {
        MessageDeaths deaths = new MessageDeaths();
        for (long hash = 0; hash <= MessageDeaths.REMEMBERED; hash++) {
            deaths.comesAgain(hash, "death of " + hash);
        }
        assertThat(deaths.dead()).hasSize(MessageDeaths.REMEMBERED).doesNotContain(0L);
        assertThat(deaths.lastDeath(7)).isEqualTo("death of 7");
        deaths.emitted(7);
        assertThat(deaths.dead()).doesNotContain(7L);
        assertThat(deaths.any()).isFalse();
    }

    @Test
    void messagesWithTheSameValuesAreTheSame() {
        MessageHash hash = new MessageHash(() -> new ValuesCodec(List.of()));
        MessageDeaths deaths = new MessageDeaths();
        assertThat(deaths.any()).isFalse();
        assertThat(deaths.died(hash.of(tuple((Object) new byte[] {1, 2})))).isFalse();
        assertThat(deaths.any()).isTrue();
        assertThat(deaths.died(hash.of(tuple((Object) new byte[] {1, 3})))).isFalse();
        assertThat(deaths.died(hash.of(tuple((Object) new byte[] {1, 2})))).isFalse();
        assertThat(deaths.died(hash.of(tuple((Object) new byte[] {1, 2})))).isTrue();
        assertThat(deaths.died(hash.of(tuple((Object) new byte[] {1, 2})))).isFalse();

        Object unregistered = new Object();
        assertThat(deaths.died(hash.of(tuple(unregistered)))).isFalse();
        assertThat(deaths.died(hash.of(tuple(unregistered)))).isFalse();
        deaths.processed(hash.another().of(tuple(unregistered)));
        assertThat(deaths.died(hash.of(tuple(unregistered)))).isFalse();
    }

    @Test
    void aMessageThatHasBeenProcessedIsForgotten() {
        MessageDeaths deaths = new MessageDeaths();
        deaths.died(7);
        deaths.processed(8);
        assertThat(deaths.any()).isTrue();
        deaths.processed(7);
        assertThat(deaths.any()).isFalse();
    }

    @Test
    void sharedMemoryIsThereBeforeItIsWrittenAndGivenBackAtOnce() throws Exception {
        Path file = directory.resolve("memory");
        try (SharedArea worker = SharedArea.create(file, 1_000_000);
                SharedArea engine = SharedArea.open(file)) {
            assertThat(worker.half()).isEqualTo(engine.half()).isEqualTo(1_003_520);
            assertThat(blocks(file)).isZero();
            engine.memory().put(engine.half(), (byte) 7);
            worker.reserve(0, 500_000);
            assertThat(blocks(file)).isBetween(500_000L, 900_000L);
            worker.memory().put(0, (byte) 5);
            worker.reserve(0, 400_000);
            worker.reserve(0, worker.half());
            assertThat(engine.memory().get(0)).isEqualTo((byte) 5);
            assertThat(engine.memory().get(engine.half())).isEqualTo((byte) 7);
            assertThat(blocks(file)).isGreaterThan(1_003_520L);
            worker.free();
            assertThat(Files.size(file)).isZero();
        }
    }

    /** Returns how much memory the file takes. */
    private static long blocks(Path file) throws Exception {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return 512 * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    @Test
    void aFloodOfOutputIsReadAndLeftOut() throws Exception {
        byte[] flood = ("x".repeat(99) + "\n").repeat(20_000).getBytes(StandardCharsets.UTF_8);
        byte[] end = ("  \n" + "y".repeat(9_000) + "\nthe \u0007last\n\n").getBytes(StandardCharsets.UTF_8);
        long[] now = {0};
        EngineLog log = new EngineLog("flood", () -> now[0]);
        OutputPump pump = OutputPump.start(
                new SequenceInputStream(new ByteArrayInputStream(flood), new ByteArrayInputStream(end)), log, "flood");
        Await.until("all is read", () -> log.omitted() == 20_000 + 3 + 1 - EngineLog.BURST);
        assertThat(pump.lastLine()).isEqualTo("the ?last");
    }

    @Test
    void asManyThreadsMayHangAsThereAreEngines() {
        HungThreads hung = new HungThreads();
        for (int i = 0; i < 20; i++) {
            assertThat(hung.mayReplace(20)).isTrue();
            hung.add(hangingThread());
        }
        assertThat(hung.mayReplace(20)).isTrue();
        hung.add(hangingThread());
        assertThat(hung.mayReplace(20)).isFalse();
        assertThat(hung.mayReplace(21)).isTrue();
        ending.countDown();
        for (EngineThread each : started) {
            assertThat(each.awaitEnd(20_000)).isTrue();
        }
        assertThat(hung.mayReplace(1)).isTrue();
    }

    /** Makes a thread that ignores interrupts until the test lets it end. */
    private EngineThread hangingThread() {
        EngineThread thread = new EngineThread(
                new EngineThread.Label("hangs", 0),
                EngineSettings.of(Config.empty(), System::nanoTime),
                new DeclaredStreams(Map.of()),
                () -> {
                    try {
                        ending.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    throw new EngineStopped();
                },
                new MessageHash(() -> new ValuesCodec(List.of())),
                new StartTurns(),
                null);
        started.add(thread);
        thread.start();
        return thread;
    }

    @Test
    void theShareIsOfTheTimeOfReadyEngines() {
        long[] now = {0};
        EngineUse use = new EngineUse(() -> now[0]);
        assertThat(use.share()).isZero();
        use.changed(4, 0);
        now[0] = 100;
        use.changed(4, 2);
        now[0] = 200;
        assertThat(use.share()).isEqualTo(0.25);
        now[0] = 300;
        assertThat(use.share()).isEqualTo(0.5);
    }

    @Test
    void watermarksPassWhenTheMessagesBeforeThemHaveEnded() {
        List<String> passed = new ArrayList<>();
        WatermarkQueue watermarks = new WatermarkQueue();
        WatermarkQueue.Span first = watermarks.begun();
        watermarks.add(() -> passed.add("first"));
        WatermarkQueue.Span second = watermarks.begun();
        watermarks.add(() -> passed.add("second"));
        watermarks.ended(second);
        assertThat(passed).isEmpty();
        watermarks.ended(first);
        assertThat(passed).containsExactly("first", "second");
        watermarks.add(() -> passed.add("third"));
        assertThat(passed).hasSize(3);
    }

    @Test
    void variablesAreTakenByNameOrWithTheirValue() {
        Config config = Config.empty().with(EngineKeys.ENVIRONMENT, "PATH, MODE=fast=1 ,ABSENT");
        EngineEnvironment environment = new EngineEnvironment(config, Map.of("PATH", "/bin", "SECRET", "x"));
        assertThat(environment.all()).isEqualTo(Map.of("PATH", "/bin", "MODE", "fast=1"));
        assertThat(environment.given()).isEqualTo(Set.of("MODE"));
    }

    @Test
    void theCommandOfAContainerIsFilledWithoutValuesOfVariables() {
        ContainerCommand container = new ContainerCommand(
                Map.of("name", "n1", "image", "spots:1", "directory", "/dev/shm/x"),
                Set.of("MODE"),
                List.of("--fast", "two words"));
        assertThat(container.fill(
                        "podman run  --name={name} -v {directory}:{directory} --env={environment} {image} {arguments}"))
                .containsExactly(
                        "podman",
                        "run",
                        "--name=n1",
                        "-v",
                        "/dev/shm/x:/dev/shm/x",
                        "--env=MODE",
                        "spots:1",
                        "--fast",
                        "two words");
        assertThat(container.fill("docker kill {name}")).containsExactly("docker", "kill", "n1");
    }

    @Test
    void aControlGroupHasTheLimitsAndRunsTheCommandInside() throws Exception {
        Cgroup group = Cgroup.create(directory, "e1", 1 << 20, 150);
        Path made = directory.resolve("e1");
        assertThat(Files.readString(made.resolve("memory.max"))).isEqualTo("1048576");
        assertThat(Files.readString(made.resolve("cpu.max"))).isEqualTo("150000 100000");
        Process process =
                new ProcessBuilder(group.wrap(List.of("/bin/sh", "-c", "echo $$ > " + made + "/own"))).start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(made.resolve("cgroup.procs"))).isEqualTo(Files.readString(made.resolve("own")));
    }

    @Test
    void pagesThatProcessesShareCountOnce() throws Exception {
        // A shell with 16 million chars, and three copies of it, each of which waits for a child
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", """
                text=$(head -c 16000000 /dev/zero | tr '\\0' x)
                for each in 1 2 3; do (sleep 1000; echo "$text") & done
                echo forked; wait
                """);
        builder.environment().put(ProcessTree.VARIABLE, "shares");
        Process shell = builder.start();
        try {
            assertThat(shell.inputReader().readLine()).isEqualTo("forked");
            long pid = shell.pid();
            Await.until("all three have forked", () -> shell.descendants().count() == 6);
            long forEach = ProcessTree.memoryBytes(pid, Long.MAX_VALUE);
            assertThat(forEach).isGreaterThan(4 * 16_000_000);
            assertThat(ProcessTree.memoryBytes(pid, forEach / 2))
                    .isGreaterThan(16_000_000)
                    .isLessThan(forEach / 2);
        } finally {
            ProcessTree.kill(shell.toHandle(), "shares");
        }
    }

    @Test
    void theLogTakesABurstAndCountsTheRest() {
        long[] now = {0};
        EngineLog log = new EngineLog("test", () -> now[0]);
        for (int i = 0; i < EngineLog.BURST; i++) {
            assertThat(log.admits()).isTrue();
        }
        assertThat(log.admits()).isFalse();
        now[0] += EngineLog.LINE_NANOS;
        assertThat(log.admits()).isTrue();
        assertThat(log.admits()).isFalse();
    }
}
