// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worker's side of the protocol, with engines that keep it and engines that break it at each point. */
@Timeout(60)
class ProtocolTest {

    private static final DeclaredStreams STREAMS =
            new DeclaredStreams(Map.of("default", List.of("a"), "other", List.of("a", "b")));

    private final EngineSettings settings =
            EngineSettings.of(Config.empty().with(TopologyKeys.MESSAGE_MAX_BYTES, 1L << 20), System::nanoTime);
    private final List<Emission> emitted = new ArrayList<>();
    private final LinkedBlockingQueue<String> alive = new LinkedBlockingQueue<>();
    private final Emissions emissions = new Emissions() {
        @Override
        public void emit(Emission emission) {
            String mistake = STREAMS.mistake(emission.stream(), emission.values().length);
            if (mistake != null) {
                throw new IllegalArgumentException("it " + mistake);
            }
            emitted.add(emission);
        }

        @Override
        public void alive() {
            alive.add("alive");
        }
    };

    private EngineDirectory home;
    private Engine engine;

    @BeforeEach
    void open() {
        home = EngineDirectory.open();
    }

    @AfterEach
    void close() throws Exception {
        engine.end();
        home.close();
    }

    private void start(FakeEngine.Script script) throws EngineDeath {
        make(FakeEngine.launching(script));
        engine.start();
    }

    private void make(ProcessEngine.Launcher launcher) {
        engine = new ProcessEngine(
                home,
                "1.0",
                Map.of("streams", STREAMS.fields()),
                settings,
                new ValuesCodec(List.of()),
                new EngineLog("test", System::nanoTime),
                launcher);
    }

    private static Tuple tuple(Object... values) {
        Fields fields = Fields.of(Stream.iterate(0, i -> i + 1)
                .limit(values.length)
                .map(i -> "f" + i)
                .toArray(String[]::new));
        return new DataTuple(new StreamRef("source", 0, "default", fields, false), 1, 2, 0, values);
    }

    @Test
    void messagesAndResultsHaveAnyNumberOfValuesAndResults() throws Exception {
        start(fake -> {
            fake.hello();
            for (long id = fake.message(); ; id = fake.message()) {
                Object[] values = fake.values();
                for (Object value : values) {
                    fake.result(id, "default", value);
                }
                fake.send(EngineFrameDescriptor.ACK, id);
            }
        });

        engine.process(tuple(), emissions);
        engine.process(tuple("text", 7L, null, List.of(1, "two"), Map.of("k", 2.5)), emissions);

        assertThat(emitted)
                .extracting(each -> each.values()[0])
                .containsExactly("text", 7L, null, List.of(1, "two"), Map.of("k", 2.5));
        assertThat(emitted).allMatch(each -> each.stream().equals("default") && each.anchored());
    }

    @Test
    void aLargePayloadGoesThroughSharedMemoryBothWays() throws Exception {
        start(fake -> {
            fake.hello();
            for (long id = fake.message(); ; id = fake.message()) {
                byte[] bytes = (byte[]) fake.values()[0];
                fake.result(id, "default", (Object) bytes);
                fake.result(id, "default", (Object) bytes);
                fake.send(EngineFrameDescriptor.ACK, id);
            }
        });
        for (int length : new int[] {65_530, 65_531, 65_532, 65_533, 65_536, 70_000, 1_000_000}) {
            emitted.clear();
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);

            engine.process(tuple((Object) bytes), emissions);

            assertThat(emitted).hasSize(2).allMatch(each -> Arrays.equals((byte[]) each.values()[0], bytes));
        }
    }

    @Test
    void aResultCountsWhatItsPayloadTakes() throws Exception {
        start(fake -> {
            fake.hello();
            long id = fake.message();
            fake.result(id, "default", Map.of("image", new byte[10_000]));
            fake.result(id, "default", List.of(List.of(new byte[100_000])));
            fake.send(EngineFrameDescriptor.ACK, id);
        });
        engine.process(tuple(1L), emissions);
        assertThat(emitted.get(0).bytes()).isBetween(10_000, 10_100);
        assertThat(emitted.get(1).bytes()).isBetween(100_000, 100_100);
    }

    @Test
    void anEngineThatWaitsKeepsNoValues() throws Exception {
        start(fake -> {
            fake.hello();
            fake.send(EngineFrameDescriptor.ACK, fake.message());
        });
        WeakReference<byte[]> given = give();
        Await.until("nobody refers to what was sent", () -> {
            System.gc();
            return given.get() == null;
        });
    }

    private WeakReference<byte[]> give() throws EngineDeath {
        byte[] bytes = new byte[100_000];
        engine.process(tuple((Object) bytes), emissions);
        return new WeakReference<>(bytes);
    }

    @Test
    void aRawEngineGetsAndGivesBytesAlone() throws Exception {
        start(fake -> {
            fake.hello(EngineFrameDescriptor.RAW);
            for (long id = fake.message(); ; id = fake.message()) {
                fake.rawResult(id, fake.raw());
                fake.send(EngineFrameDescriptor.ACK, id);
            }
        });
        for (int length : new int[] {0, 1, 65_536, 65_537, 300_000}) {
            emitted.clear();
            engine.process(tuple((Object) new byte[length]), emissions);
            assertThat((byte[]) emitted.get(0).values()[0]).hasSize(length);
        }
        emitted.clear();
        engine.process(tuple(ByteBuffer.wrap(new byte[] {1, 2, 3}).position(1)), emissions);
        assertThat((byte[]) emitted.get(0).values()[0]).containsExactly(2, 3);
        assertThatThrownBy(() -> engine.process(tuple("text"), emissions))
                .isInstanceOf(MessageFailure.class)
                .hasMessageContaining("one byte array");
        engine.process(tuple((Object) new byte[1]), emissions);
    }

    @Test
    void aMessageThatIsTooLargeFailsAndTheEngineGoesOn() throws Exception {
        start(fake -> {
            fake.hello();
            for (long id = fake.message(); ; id = fake.message()) {
                fake.send(EngineFrameDescriptor.ACK, id);
            }
        });
        assertThatThrownBy(() -> engine.process(tuple((Object) new byte[2 << 20]), emissions))
                .isInstanceOf(MessageFailure.class)
                .hasMessageContaining("topology.message.max.bytes");
        assertThatThrownBy(() -> engine.process(tuple(new Object()), emissions)).isInstanceOf(MessageFailure.class);
        engine.process(tuple("small"), emissions);
    }

    @Test
    void anEngineSaysThatItIsAliveWritesLinesAndFailsMessages() throws Exception {
        start(fake -> {
            fake.text(EngineFrameDescriptor.LOG, new byte[] {1}, "before the hello");
            fake.hello();
            long id = fake.message();
            fake.text(EngineFrameDescriptor.LOG, new byte[] {99}, "within a message");
            fake.send(EngineFrameDescriptor.PING, id);
            byte[] head = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(id)
                    .array();
            fake.text(EngineFrameDescriptor.FAIL, head, "no spots here");
            fake.receive();
            fake.send(EngineFrameDescriptor.PING, fake.channel().number(0));
            fake.receive();
        });
        assertThatThrownBy(() -> engine.process(tuple(1L), emissions))
                .isInstanceOf(MessageFailure.class)
                .hasMessage("no spots here");
        assertThat(alive).hasSize(1);
        engine.check();
    }

    static Stream<Arguments> faults() {
        byte hello = EngineFrameDescriptor.HELLO;
        return Stream.of(
                fault("closes its connection at once", fake -> fake.close(), "it closed its connection"),
                fault("closes after the worker's HELLO", fake -> fake.receive(), "it closed its connection"),
                fault(
                        "answers with text",
                        fake -> answer(fake, "hello, world".getBytes()),
                        "where 1 to 66560 are allowed"),
                fault("sends a length of 0", fake -> answer(fake, FakeEngine.frame(0, hello)), "a frame of 0 bytes"),
                fault(
                        "sends a negative length",
                        fake -> answer(fake, FakeEngine.frame(-1, hello)),
                        "a frame of 4294967295"),
                fault(
                        "sends a length too large",
                        fake -> answer(fake, FakeEngine.frame(66_561, hello)),
                        "a frame of 66561"),
                fault("cuts its HELLO short", fake -> answer(fake, FakeEngine.frame(4, hello, (byte) 1)), "cut short"),
                fault(
                        "sends a short HELLO",
                        fake -> answer(fake, FakeEngine.frame(2, hello, (byte) 1)),
                        "at least 3 belong"),
                fault(
                        "speaks another version",
                        fake -> answer(fake, FakeEngine.frame(4, hello, (byte) 9, (byte) 0, (byte) 0)),
                        "version 9"),
                fault(
                        "wants another form",
                        fake -> answer(fake, FakeEngine.frame(4, hello, (byte) 1, (byte) 0, (byte) 7)),
                        "unknown form 7"),
                fault(
                        "acks before its HELLO",
                        fake -> answer(fake, FakeEngine.frame(9, EngineFrameDescriptor.ACK, new byte[8])),
                        "before its HELLO"),
                fault("closes within a message", fake -> fake.hello().message(), "it closed its connection"),
                fault(
                        "cuts a result short",
                        fake -> {
                            fake.hello().message();
                            fake.bytes(FakeEngine.frame(100, EngineFrameDescriptor.RESULT, (byte) 1));
                        },
                        "cut short"),
                fault(
                        "acks another message",
                        fake -> fake.send(
                                EngineFrameDescriptor.ACK, fake.hello().message() + 1),
                        "for message 2 while it had message 1"),
                fault(
                        "sends an ACK without an id",
                        fake -> {
                            fake.hello().message();
                            fake.bytes(FakeEngine.frame(1, EngineFrameDescriptor.ACK));
                        },
                        "at least 8 belong"),
                fault(
                        "sends an unknown type",
                        fake -> fake.send((byte) 77, fake.hello().message()),
                        "unknown type 77"),
                fault(
                        "emits to an unknown stream",
                        fake -> fake.result(fake.hello().message(), "nowhere", 1L),
                        "emits to stream 'nowhere'"),
                fault(
                        "emits too few values",
                        fake -> fake.result(fake.hello().message(), "other", 1L),
                        "emits 1 values to stream 'other'"),
                fault(
                        "cuts the name of a stream",
                        fake -> {
                            ByteBuffer body = fake.hello(EngineFrameDescriptor.VALUES)
                                    .channel()
                                    .begin(EngineFrameDescriptor.RESULT);
                            long id = fake.message();
                            body = fake.channel()
                                    .begin(EngineFrameDescriptor.RESULT)
                                    .putLong(id)
                                    .put((byte) 200);
                            fake.channel().send();
                        },
                        "at least 209 belong"),
                fault("names a place that there is not", fake -> result(fake, new byte[] {5}), "unknown place 5"),
                fault("names half a place", fake -> result(fake, new byte[] {1, 0, 0}), "unknown place 1"),
                fault(
                        "names a place behind the memory",
                        fake -> result(fake, place(2 << 20, 1)),
                        "a payload of 1 bytes"),
                fault("names a negative place", fake -> result(fake, place(-8, 16)), "a payload of 16 bytes at -8"),
                fault("names a negative length", fake -> result(fake, place(0, -1)), "a payload of -1 bytes"),
                fault("names a length that overflows", fake -> result(fake, place(8, Long.MAX_VALUE)), "a payload of"),
                fault("sends malformed values", fake -> result(fake, new byte[] {0, 1, 0x7F}), "malformed tuple"),
                fault(
                        "announces more values than there are",
                        fake -> result(fake, new byte[] {0, (byte) 0xFF, (byte) 0xFF, 3}),
                        "malformed tuple"));
    }

    private static Arguments fault(String what, FakeEngine.Script script, String reason) {
        return Arguments.of(what, script, reason);
    }

    /**
     * Writes bytes after the worker's HELLO, which must not be left unread: closing would take back the written bytes.
     */
    private static void answer(FakeEngine fake, byte[] bytes) throws Exception {
        fake.receive();
        fake.bytes(bytes);
    }

    private static byte[] place(long offset, long length) {
        return ByteBuffer.allocate(17)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putLong(offset)
                .putLong(length)
                .array();
    }

    private static void result(FakeEngine fake, byte[] payload) throws Exception {
        result(fake, fake.hello().message(), payload);
    }

    private static void result(FakeEngine fake, long id, byte[] payload) throws Exception {
        fake.channel()
                .begin(EngineFrameDescriptor.RESULT)
                .putLong(id)
                .put((byte) 7)
                .put("default".getBytes())
                .put(payload);
        fake.channel().send();
        fake.receive();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void anEngineThatBreaksTheProtocolIsDead(String what, FakeEngine.Script script, String reason) {
        assertThatThrownBy(() -> {
                    start(script);
                    engine.process(tuple(1L), emissions);
                })
                .isInstanceOf(EngineDeath.class)
                .hasMessageContaining(reason);
    }

    @Test
    void whatComesAfterAnAckIsNotTakenForTheNextMessage() throws Exception {
        for (byte late :
                new byte[] {EngineFrameDescriptor.ACK, EngineFrameDescriptor.FAIL, EngineFrameDescriptor.RESULT}) {
            start(fake -> {
                long id = fake.hello().message();
                fake.send(EngineFrameDescriptor.ACK, id);
                fake.send(late, id);
                fake.receive();
            });
            engine.process(tuple(1L), emissions);
            assertThatThrownBy(() -> engine.process(tuple(2L), emissions))
                    .isInstanceOf(EngineDeath.class)
                    .hasMessage("it sent a frame of type " + late + " for message 1 while it had message 2");
            engine.end();
        }
        assertThat(emitted).isEmpty();
    }

    @Test
    void aFloodOfLinesAndAnUglySentenceHarmNobody() throws Exception {
        start(fake -> {
            long id = fake.hello().message();
            for (int i = 0; i < 5_000; i++) {
                fake.text(EngineFrameDescriptor.LOG, new byte[] {1}, "line " + i);
            }
            byte[] head = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(id)
                    .array();
            fake.text(EngineFrameDescriptor.FAIL, head, "two\nlines" + "!".repeat(10_000));
            fake.send(EngineFrameDescriptor.ACK, fake.message());
            fake.receive();
        });
        assertThatThrownBy(() -> engine.process(tuple(1L), emissions))
                .isInstanceOf(MessageFailure.class)
                .hasMessageStartingWith("two?lines!!!")
                .hasMessageEndingWith("! (cut)");
        engine.process(tuple(2L), emissions);
    }

    @Test
    void anEngineThatMakesItsMemorySmallerIsDead() throws Exception {
        byte[] large = new byte[100_000];
        start(fake -> {
            long id = fake.hello().message();
            fake.area().free();
            fake.send(EngineFrameDescriptor.ACK, id);
            fake.receive();
        });
        engine.process(tuple((Object) large), emissions);
        assertThatThrownBy(() -> engine.process(tuple((Object) large), emissions))
                .isInstanceOf(EngineDeath.class)
                .hasMessageContaining("memory smaller");
        engine.end();
        start(fake -> {
            fake.hello().message();
            fake.area().free();
            result(fake, 1, place(0, 1));
        });
        assertThatThrownBy(() -> engine.process(tuple(1L), emissions)).hasMessageContaining("memory smaller");
    }

    @Test
    void aDeadEngineCanBeStartedAgain() throws Exception {
        assertThatThrownBy(() -> start(fake -> fake.bytes((byte) 1))).isInstanceOf(EngineDeath.class);
        engine.end();
        start(fake -> {
            fake.hello();
            fake.send(EngineFrameDescriptor.ACK, fake.message());
            fake.receive();
        });
        engine.process(tuple(1L), emissions);
    }

    @Test
    void aProgramThatIsNotThereIsADeath() {
        make((directory, socket, memory) -> {
            new ProcessBuilder("/no/such/program").start();
            return null;
        });
        assertThatThrownBy(() -> engine.start())
                .isInstanceOf(EngineDeath.class)
                .hasMessageContaining("/no/such/program");
    }

    @Test
    void whatIsKilledEndsWhateverItWaitsFor() throws Exception {
        for (FakeEngine.Script waits : List.<FakeEngine.Script>of(
                fake -> {
                    fake.receive();
                    fake.receive();
                },
                fake -> {
                    fake.hello().message();
                    fake.receive();
                })) {
            make(FakeEngine.launching(waits));
            Thread killer = killer();
            assertThatThrownBy(() -> {
                        engine.start();
                        engine.process(tuple(1L), emissions);
                    })
                    .isInstanceOf(EngineDeath.class)
                    .hasMessage("too slow");
            killer.join();
            engine.end();
        }
        make((directory, socket, memory) -> null);
        Thread killer = killer();
        assertThatThrownBy(() -> engine.start()).isInstanceOf(EngineDeath.class).hasMessage("too slow");
        killer.join();
    }

    @Test
    void whatIsKilledBeforeItsStartDoesNotWaitForAProgram() throws Exception {
        make((directory, socket, memory) -> null);
        engine.kill("its task has been closed");
        assertThatThrownBy(() -> engine.start()).isInstanceOf(EngineDeath.class).hasMessage("its task has been closed");
        engine.end();
        make(FakeEngine.launching(FakeEngine::hello));
        engine.start();
    }

    /** Kills the engine when its thread waits. */
    private Thread killer() {
        Thread waiting = Thread.currentThread();
        Engine killed = engine;
        Thread killer = new Thread(() -> {
            while (!isInSystemCall(waiting)) {
                Thread.onSpinWait();
            }
            killed.kill("too slow");
        });
        killer.start();
        return killer;
    }

    private static boolean isInSystemCall(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0
                && stack[0].isNativeMethod()
                && Arrays.stream(stack).anyMatch(each -> each.getClassName().equals(ProcessEngine.class.getName()));
    }

    @Test
    void randomBytesAreNeverMoreThanADeath() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            byte[] bytes = randomFrames(random);
            boolean greets = random.nextInt(4) > 0;
            emitted.clear();
            try {
                start(fake -> {
                    if (greets) {
                        fake.hello().message();
                    }
                    fake.bytes(bytes);
                });
                engine.process(tuple(1L), emissions);
            } catch (EngineDeath | MessageFailure e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
            } finally {
                engine.end();
            }
        }
    }

    /** Returns frames with some valid parts, so that more than the first check is reached. */
    private static byte[] randomFrames(Random random) {
        byte[] body = new byte[random.nextInt(60)];
        random.nextBytes(body);
        if (body.length > 16 && random.nextBoolean()) {
            ByteBuffer.wrap(body)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(1)
                    .put((byte) 7)
                    .put("default".getBytes());
        }
        if (body.length > 16 && random.nextBoolean()) {
            body[16] = (byte) random.nextInt(2);
        }
        int length = random.nextInt(8) > 0 ? body.length + 1 : random.nextInt();
        return FakeEngine.frame(length, (byte) random.nextInt(11), body);
    }

    @Test
    void nothingIsLeftOfAnEngine() throws Exception {
        start(fake -> {
            fake.hello();
            fake.receive();
        });
        java.nio.file.Path directory = home.directory("2.0").getParent();
        engine.end();
        home.close();
        assertThat(Files.exists(directory)).isFalse();
    }
}
