// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The reports of an engine's thread to its task at moments that are easily missed. The test runs the task's commands
 * one by one.
 */
@Timeout(60)
class EngineThreadTest {

    private static final long LATE = Duration.ofHours(1).toNanos();

    private final AtomicLong now = new AtomicLong();
    private final LinkedBlockingQueue<Runnable> commands = new LinkedBlockingQueue<>();
    private final List<String> told = new ArrayList<>();
    private final SynchronousQueue<Act> starts = new SynchronousQueue<>();
    private final SynchronousQueue<Act> messages = new SynchronousQueue<>();

    private volatile boolean canBeKilled = true;
    private volatile boolean alive = true;
    private volatile String killed;

    private final EngineThread thread = new EngineThread(
            new EngineThread.Label("e", 0),
            EngineSettings.of(Config.empty(), now::get),
            new DeclaredStreams(Map.of()),
            Scripted::new,
            new MessageHash(() -> new ValuesCodec(List.of())),
            new StartTurns(),
            new Recorder());

    private interface Act {

        void run() throws EngineDeath;
    }

    private final class Scripted implements Engine {

        private void act(SynchronousQueue<Act> acts) throws EngineDeath {
            try {
                acts.take().run();
            } catch (InterruptedException e) {
                throw new EngineDeath("interrupted");
            }
        }

        @Override
        public void start() throws EngineDeath {
            act(starts);
        }

        @Override
        public void process(Tuple input, Emissions out) throws EngineDeath {
            act(messages);
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public void check() throws EngineDeath {
            throw new EngineDeath("it has ended");
        }

        @Override
        public void end() {}

        @Override
        public boolean kill(String reason) {
            killed = reason;
            return canBeKilled;
        }

        @Override
        public long memoryBytes() {
            return 0;
        }
    }

    private final class Recorder implements EngineThread.Owner {

        @Override
        public void post(Runnable command) {
            commands.add(command);
        }

        @Override
        public boolean remembersDeaths() {
            return true;
        }

        @Override
        public Set<Long> deadMessages() {
            return Set.of();
        }

        @Override
        public void refused(EngineThread engine, Message message) {
            told.add("refused");
        }

        @Override
        public void ready(EngineThread engine) {
            told.add("ready");
        }

        @Override
        public void emitted(Message message, List<Emission> emissions) {}

        @Override
        public void processed(EngineThread engine, Message message, MessageFailure failure, long serviceNanos) {
            told.add("processed " + (message.hash != 0));
        }

        @Override
        public void died(EngineThread engine, Message message, EngineDeath death, boolean over) {
            String had = message == null ? "none" : message.begun + " " + (message.hash != 0);
            told.add("died: " + death.getMessage() + ", " + had + ", " + over);
        }

        @Override
        public void fatal(Error error) {
            told.add(error.toString());
        }
    }

    private static Message message() {
        return message("text");
    }

    private static Message message(Object value) {
        return new Message(
                new DataTuple(new StreamRef("a", 0, "default", Fields.of("x"), false), 1, 2, 0, new Object[] {value}),
                null);
    }

    private void command() throws InterruptedException {
        commands.poll(20, TimeUnit.SECONDS).run();
    }

    private void start() throws InterruptedException {
        thread.start();
        starts.put(() -> {});
        command();
        assertThat(told).containsExactly("ready");
        told.clear();
    }

    @AfterEach
    void end() {
        while (!thread.awaitEnd(10)) {
            canBeKilled = false;
            thread.stop();
        }
    }

    @Test
    void aMessageThatIsGivenToADyingEngineComesBack() throws Exception {
        thread.start();
        thread.give(message());
        starts.put(() -> {
            throw new EngineDeath("gone");
        });
        command();
        assertThat(told).containsExactly("died: gone, false false, false");
        starts.put(() -> {});
        command();
        assertThat(told).endsWith("ready");
    }

    @Test
    void aMessageThatIsGivenToAnEngineThatHasEndedComesBack() throws Exception {
        start();
        alive = false;
        thread.give(message());
        command();
        assertThat(told).containsExactly("died: it has ended, false false, false");
        alive = true;
        starts.put(() -> {});
    }

    @Test
    void anEngineDoesNotStartAgainBeforeItsTaskKnows() throws Exception {
        start();
        thread.give(message());
        messages.put(() -> {
            throw new EngineDeath("gone");
        });
        Runnable died = commands.poll(20, TimeUnit.SECONDS);
        assertThat(starts.offer(() -> {}, 50, TimeUnit.MILLISECONDS)).isFalse();
        died.run();
        assertThat(told).containsExactly("died: gone, true true, false");
        starts.put(() -> {});
    }

    @Test
    void aMessageThatEndsWhenItsTimeIsOverIsNotTakenForTheNext() throws Exception {
        start();
        thread.give(message());
        now.set(LATE);
        messages.put(() -> {
            now.set(2 * LATE);
            thread.look(now.get());
        });
        command();
        assertThat(killed).contains("engine.message.timeout");
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("died: it took longer")
                .endsWith("true true, false");
        starts.put(() -> {});
    }

    @Test
    void aThreadThatIsGivenUpSaysNothingMore() throws Exception {
        canBeKilled = false;
        start();
        thread.give(message());
        messages.put(() -> {
            now.set(LATE);
            thread.look(now.get());
            // The interrupt comes too late
            assertThat(Thread.interrupted()).isTrue();
        });
        command();
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("died: it took longer")
                .endsWith("true true, true");
        assertThat(thread.awaitEnd(20_000)).isTrue();
        assertThat(commands).isEmpty();
    }

    @Test
    void aStartThatTakesTooLongIsKilled() throws Exception {
        thread.start();
        starts.put(() -> {
            now.set(LATE);
            thread.look(now.get());
            throw new EngineDeath(killed);
        });
        command();
        assertThat(told).containsExactly("died: it was not ready within engine.start.timeout, none, false");
        starts.put(() -> {});
    }

    @Test
    void anEngineThatMustEndBeforeItsStartDoesNotStart() throws Exception {
        thread.stop();
        thread.start();
        assertThat(thread.awaitEnd(20_000)).isTrue();
        EngineThread[] made = new EngineThread[1];
        made[0] = new EngineThread(
                new EngineThread.Label("s", 1),
                EngineSettings.of(Config.empty(), now::get),
                new DeclaredStreams(Map.of()),
                () -> {
                    made[0].stop();
                    return new Scripted();
                },
                new MessageHash(() -> new ValuesCodec(List.of())),
                new StartTurns(),
                new Recorder());
        made[0].start();
        assertThat(made[0].awaitEnd(20_000)).as("it waits for no start").isTrue();
        assertThat(commands).isEmpty();
    }

    @Test
    void anErrorIsTheWorkers() throws Exception {
        thread.start();
        starts.put(() -> {
            throw new NoClassDefFoundError("Missing");
        });
        command();
        assertThat(told).containsExactly("java.lang.NoClassDefFoundError: Missing");
    }

    /** A value whose class is not registered, so that it is hashed by its own method. */
    private record Unhashable(Throwable thrown) {

        @Override
        public int hashCode() {
            throw Unhashable.<RuntimeException>sneak(thrown);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> E sneak(Throwable error) throws E {
            throw (E) error;
        }
    }

    @Test
    void aMessageThatCannotBeHashedEndsAsOthersDo() throws Exception {
        start();
        for (Throwable thrown : List.of(new IllegalStateException("odd"), new StackOverflowError())) {
            thread.give(message(new Unhashable(thrown)));
            messages.put(() -> {});
            command();
        }
        assertThat(told).containsExactly("processed true", "processed true");
    }

    @Test
    void aMessageThatCannotBeHashedComesBackFromADeadEngine() throws Exception {
        start();
        thread.give(message(new Unhashable(new IllegalStateException("odd"))));
        messages.put(() -> {
            throw new AssertionError("dies");
        });
        command();
        assertThat(told).singleElement().asString().contains("dies", "true true, true");
    }

    @Test
    void anErrorOfAHashIsTheWorkersAndTheMessageEnds() throws Exception {
        start();
        thread.give(message(new Unhashable(new NoClassDefFoundError("Missing"))));
        messages.put(() -> {});
        command();
        command();
        assertThat(told).containsExactly("java.lang.NoClassDefFoundError: Missing", "processed false");
    }

    @Test
    void anEngineThatCannotBeMadeIsTriedAgain() throws Exception {
        List<Integer> tries = new ArrayList<>();
        EngineThread failing = new EngineThread(
                new EngineThread.Label("f", 1),
                EngineSettings.of(Config.empty(), now::get),
                new DeclaredStreams(Map.of()),
                () -> {
                    tries.add(tries.size());
                    throw new IllegalStateException("no such class");
                },
                new MessageHash(() -> new ValuesCodec(List.of())),
                new StartTurns(),
                new Recorder());
        failing.start();
        command();
        command();
        failing.stop();
        assertThat(failing.awaitEnd(20_000)).isTrue();
        assertThat(told).hasSize(2).allMatch(each -> each.contains("no such class"));
        assertThat(tries).hasSizeGreaterThanOrEqualTo(2);
    }
}
