// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Engines;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Streams;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client in Python: values of all kinds, failures, and the program of docs/engines.md. */
@Timeout(90)
class PythonClientTest {

    private static final Path PAGE = Path.of("..", "..", "..", "docs", "engines.md");
    private static final Queue<List<Object>> OUT = new ConcurrentLinkedQueue<>();
    private static final Queue<List<Object>> DEAD = new ConcurrentLinkedQueue<>();

    private Millrace engine;
    private Feed feed;

    @BeforeEach
    void needsPython() throws Exception {
        Python.require();
        OUT.clear();
        DEAD.clear();
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
    }

    /** Runs a program with the client beside it. */
    private void start(String program, Fields in, String... out) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(in));
        builder.setEngines("spots", Engines.process("python3", "-c", program).emits(out), 1, 1)
                .shuffle("in");
        builder.setBolt("out", Bolts.forEach(tuple -> OUT.add(new ArrayList<>(tuple.values()))))
                .shuffle("spots");
        builder.setBolt("rejected", Bolts.forEach(tuple -> DEAD.add(tuple.values())))
                .shuffle("spots", Streams.DEAD);
        engine = Millrace.local().start();
        RunningTopology run = engine.submit("client", builder.build(), Config.empty());
        feed = run.feed("in");
    }

    private boolean send(Object... values) throws Exception {
        try {
            feed.send(values).toCompletableFuture().get(40, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }

    /** So that it can be read in one go, and copied into any image. */
    @Test
    void theClientIsShortAndNeedsTheStandardLibraryOnly() throws Exception {
        Path resources = Path.of("src", "main", "resources", "resources");
        // Besides the line with the licence
        assertThat(Files.readAllLines(resources.resolve("millrace_engine.py"))).hasSizeLessThanOrEqualTo(1 + 250);
        // -S: nothing that was installed can be found
        Process process = new ProcessBuilder("python3", "-S", "-B", "-c", "import millrace_engine")
                .directory(resources.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void valuesOfAllKindsComeBackAsTheyWere() throws Exception {
        start("""
                import millrace_engine
                millrace_engine.run(lambda message: message.emit(message["value"]))
                """, Fields.of("value"), "value");
        List<Object> values = new ArrayList<>(Arrays.asList(
                null,
                true,
                false,
                0L,
                -128L,
                128L,
                -40_000L,
                3_000_000_000L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                2.5,
                Double.NEGATIVE_INFINITY,
                "",
                "short",
                "größer",
                "日本 𝄞 \uD800",
                "x".repeat(300),
                List.of(),
                List.of(1L, List.of("two", false), Map.of()),
                Map.of("key", List.of(1L), "other", "value")));
        for (Object value : values) {
            assertThat(send(value)).isTrue();
        }
        assertThat(OUT).extracting(each -> each.get(0)).containsExactlyElementsOf(values);
        OUT.clear();
        for (int length : new int[] {0, 100, 65_530, 65_532, 65_540, 200_000, 5_000_000}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * 7);
            }
            assertThat(send((Object) bytes)).isTrue();
            assertThat((byte[]) OUT.remove().get(0)).isEqualTo(bytes);
        }
        // Narrower numbers come back as longs
        assertThat(send((short) 7)).isTrue();
        assertThat(send(1.5f)).isTrue();
        assertThat(send('c')).isTrue();
        assertThat(OUT).extracting(each -> each.get(0)).containsExactly(7L, 1.5, "c");
    }

    @Test
    void anExceptionFailsTheMessageAndTheEndOfTheProgramToo() throws Exception {
        start("""
                import os
                import threading
                import time
                import millrace_engine

                kept = []

                def emit(message, number):
                    for length in (10, 100_000, 10, 100_000):
                        message.emit(bytes([number]) * length)

                def work(message):
                    if message[0] == "raise":
                        raise ValueError("not a frame")
                    if message[0] == "exit":
                        os._exit(7)
                    if message[0] == "fork":
                        if os.fork():
                            os._exit(9)
                        time.sleep(1000)
                    if message[0] == "log":
                        message.log("a warning", millrace_engine.WARN)
                    if message[0] == "threads":
                        threads = [threading.Thread(target=emit, args=(message, i)) for i in range(8)]
                        for each in threads:
                            each.start()
                        for each in threads:
                            each.join()
                    if message[0] == "keep":
                        kept.append(message)
                    if message[0] == "late":
                        kept[0].emit("too late")
                    if message[0] == "print":
                        print("a line for the log")
                    if message[0] == "many":
                        for i in range(1000):
                            message.emit(i)
                    if message[0] == "wrong":
                        message.emit(1, 2)
                    message.emit(message[0])

                millrace_engine.run(work)
                """, Fields.of("what"), "value");
        assertThat(send("raise")).isFalse();
        assertThat(send("wrong")).isFalse();
        assertThat(send("print")).isTrue();
        assertThat(send("many")).isTrue();
        assertThat(OUT).hasSize(1_002);
        OUT.clear();
        assertThat(send("log")).isTrue();
        assertThat(send("keep")).isTrue();
        assertThat(send("late")).as("emitted for a message that has ended").isFalse();
        OUT.clear();
        assertThat(send("threads")).isTrue();
        assertThat(OUT).hasSize(33);
        assertThat(OUT)
                .filteredOn(each -> each.get(0) instanceof byte[] bytes && bytes.length == 100_000)
                .hasSize(16)
                .allMatch(each -> isUniform((byte[]) each.get(0)));
        assertThat(send("fork")).as("a child holds the connection").isFalse();
        assertThat(send("exit")).isFalse();
        assertThat(send("exit")).isFalse();
        assertThat(send("exit")).isTrue();
        assertThat(DEAD).singleElement().satisfies(dead -> {
            assertThat(dead.get(0)).isEqualTo(List.of("exit"));
            assertThat((String) dead.get(1)).contains("exit code 7");
        });
        assertThat(send("print")).isTrue();
    }

    private static boolean isUniform(byte[] bytes) {
        for (byte each : bytes) {
            if (each != bytes[0]) {
                return false;
            }
        }
        return true;
    }

    @Test
    void aRawProgramSeesBytesAlone() throws Exception {
        start("""
                import millrace_engine
                millrace_engine.run(lambda message: message.emit(bytes(message[0])[::-1]), raw=True)
                """, Fields.of("bytes"), "bytes");
        assertThat(send((Object) new byte[] {1, 2, 3})).isTrue();
        assertThat(send((Object) new byte[300_000])).isTrue();
        assertThat((byte[]) OUT.remove().get(0)).containsExactly(3, 2, 1);
        assertThat((byte[]) OUT.remove().get(0)).hasSize(300_000);
        assertThat(send("text")).isFalse();
    }

    @Test
    void theProgramOfThePageRuns() throws Exception {
        start(block("python"), Fields.of("number", "pixels"), "number", "length");
        assertThat(send(4L, new byte[77])).isTrue();
        assertThat(OUT).containsExactly(List.of(4L, 77L));
    }

    @Test
    void theTopologyOfThePageIsTheExample() throws Exception {
        assertThat(withoutSpace(
                        Files.readString(Path.of("src/main/java/io/millrace/examples/engines/BrightSpots.java"))))
                .contains(withoutSpace(block("java")));
    }

    private static String block(String language) throws Exception {
        return Files.readString(PAGE).split("```" + language + "\n")[1].split("```")[0];
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
