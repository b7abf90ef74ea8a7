// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The task's side of engines, whose commands the test runs one by one. */
@Timeout(60)
class EnginePoolTest {

    private static final DeclaredStreams STREAMS = new DeclaredStreams(Map.of("default", List.of("a")));

    private final EngineSettings settings = EngineSettings.of(Config.empty(), System::nanoTime);
    private final LinkedBlockingQueue<Runnable> commands = new LinkedBlockingQueue<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> reported = new ArrayList<>();

    /** The steps of engines: null ends them. */
    private final SynchronousQueue<Step> steps = new SynchronousQueue<>();

    private final EnginePool pool = new EnginePool(
            context(),
            collector(),
            settings,
            (owner, number) -> new EngineThread(
                    new EngineThread.Label("e" + number, number),
                    settings,
                    STREAMS,
                    Scripted::new,
                    new MessageHash(() -> new ValuesCodec(List.of())),
                    new StartTurns(),
                    owner));

    private volatile boolean refuses;
    private boolean refusesEmissions;

    private interface Step {

        void run(Tuple input, Emissions out) throws EngineDeath;
    }

    /** An engine that does what the test says. */
    private final class Scripted implements Engine {

        @Override
        public void start() {}

        @Override
        public void process(Tuple input, Emissions out) throws EngineDeath {
            try {
                steps.take().run(input, out);
            } catch (InterruptedException e) {
                throw new EngineDeath("interrupted");
            }
        }

        @Override
        public void check() {}

        @Override
        public void end() {}

        @Override
        public boolean kill(String reason) {
            return false;
        }

        @Override
        public long memoryBytes() {
            return 0;
        }
    }

    private TaskContext context() {
        return (TaskContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TaskContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "execute" -> {
                        if (refuses) {
                            throw new RejectedExecutionException();
                        }
                        commands.add((Runnable) arguments[0]);
                        yield null;
                    }
                    case "counter" -> counter();
                    case "timer" -> (Timer) nanos -> {};
                    case "nanoTime" -> System.nanoTime();
                    case "taskId" -> 1;
                    case "componentId" -> "work";
                    default -> null;
                });
    }

    private static Counter counter() {
        return new Counter() {
            @Override
            public void add(long amount) {}

            @Override
            public void set(long value) {}

            @Override
            public long get() {
                return 0;
            }
        };
    }

    private BoltCollector collector() {
        return (BoltCollector) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BoltCollector.class}, (proxy, method, arguments) -> {
                    String what = method.getName();
                    if (what.equals("emitTo")) {
                        if (refusesEmissions) {
                            throw new IllegalStateException("it has no form");
                        }
                        events.add(arguments[0] + " " + List.of((Object[]) arguments[2]));
                    } else if (arguments != null && arguments[0] instanceof Tuple tuple) {
                        events.add(what + " " + tuple.get(0));
                    } else {
                        events.add(what);
                    }
                    if (what.equals("reportError")) {
                        reported.add(((Throwable) arguments[0]).getMessage());
                    }
                    return null;
                });
    }

    private static Tuple tuple(Object value) {
        return new DataTuple(
                new StreamRef("source", 0, "default", Fields.of("a"), false), 1, 1, 0, new Object[] {value});
    }

    /** Runs the next command that an engine posts. */
    private void command() throws InterruptedException {
        commands.poll(20, TimeUnit.SECONDS).run();
    }

    private void start(int engines) throws InterruptedException {
        pool.start(engines);
        pool.watch((free, all) -> events.add(free + " of " + all));
        for (int i = 0; i < engines; i++) {
            command();
        }
        events.clear();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void inputIsPausedWhileNoEngineIsFree() throws Exception {
        pool.start(1);
        assertThat(events).containsExactly("pauseInput");
        command();
        assertThat(events).containsExactly("pauseInput", "resumeInput");
        events.clear();
        pool.execute(tuple("a"));
        assertThat(events).containsExactly("pauseInput");
        steps.put((input, out) -> out.emit(new Emission("default", true, new Object[] {"b"})));
        command();
        assertThat(events).containsExactly("pauseInput", "default [b]", "resumeInput", "ack a");
    }

    @Test
    void theListenerIsToldOfEachChange() throws Exception {
        start(2);
        pool.execute(tuple("a"));
        pool.execute(tuple("b"));
        assertThat(events).containsExactly("1 of 2", "pauseInput", "0 of 2");
        events.clear();
        steps.put((input, out) -> {});
        command();
        assertThat(events).contains("resumeInput", "1 of 2");
    }

    @Test
    void aFailureIsTheTasksErrorAndADeathIsReported() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        steps.put((input, out) -> {
            throw new MessageFailure("no frame");
        });
        assertThatThrownBy(this::command).isInstanceOf(MessageFailure.class);
        assertThat(events).contains("fail a");

        events.clear();
        pool.execute(tuple("a"));
        steps.put((input, out) -> {
            throw new EngineDeath("gone");
        });
        command();
        assertThat(events).contains("fail a", "reportError", "0 of 0");
        command();
        assertThat(events).endsWith("resumeInput", "1 of 1");
    }

    @Test
    void aDeadMessageThatCannotBeEmittedFailsAndItsEngineIsFreeAgain() throws Exception {
        start(1);
        for (int death = 1; death <= MessageDeaths.MOST; death++) {
            events.clear();
            pool.execute(tuple("a"));
            steps.put((input, out) -> {
                throw new EngineDeath("gone");
            });
            Runnable died = commands.poll(20, TimeUnit.SECONDS);
            refusesEmissions = death == MessageDeaths.MOST;
            died.run();
            assertThat(events).contains("fail a", "reportError", "0 of 0").doesNotContain("ack a");
            command();
            assertThat(events).endsWith("resumeInput", "1 of 1");
        }
        assertThat(reported).last().asString().contains("cannot be emitted to 'dead'", "gone");

        for (int repetition = 0; repetition < 5; repetition++) {
            events.clear();
            pool.execute(tuple("a"));
            command();
            assertThat(events)
                    .as("no engine sees it, none dies")
                    .containsExactly("pauseInput", "0 of 1", "resumeInput", "1 of 1", "fail a", "reportError");
        }
        assertThat(reported.subList(reported.size() - 6, reported.size()))
                .as("one cause for the log")
                .containsOnly(reported.get(reported.size() - 1));

        events.clear();
        pool.execute(tuple("b"));
        steps.put((input, out) -> {});
        command();
        assertThat(events).contains("ack b");

        events.clear();
        refusesEmissions = false;
        pool.execute(tuple("a"));
        command();
        assertThat(events).contains("ack a").anyMatch(each -> each.startsWith("dead "));

        events.clear();
        pool.execute(tuple("a"));
        steps.put((input, out) -> {});
        command();
        assertThat(events).as("it was given away: the next one is a new one").contains("ack a");
    }

    @Test
    void anUnexpectedExceptionIsADeath() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        steps.put((input, out) -> {
            throw new IllegalStateException("a defect");
        });
        command();
        assertThat(events).contains("fail a", "reportError");
    }

    @Test
    void emissionsOfAMessageAreHandedOverInLotsAndWaitForTheTask() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        steps.put((input, out) -> {
            for (int i = 0; i < 600; i++) {
                out.emit(new Emission("default", true, new Object[] {i}));
            }
        });
        events.clear();
        command();
        assertThat(events).hasSize(256);
        command();
        assertThat(events).hasSize(512);
        command();
        assertThat(events).contains("default [599]", "ack a");
    }

    @Test
    void aLotHasAMebibyteHoweverItsEmissionsContainIt() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        steps.put((input, out) -> {
            for (int i = 0; i < 2; i++) {
                out.emit(new Emission("default", true, new Object[] {ByteBuffer.allocate(600_000)}));
            }
            for (int i = 0; i < 2; i++) {
                out.emit(new Emission("default", true, new Object[] {List.of(i, new byte[600_000])}));
            }
        });
        events.clear();
        command();
        assertThat(events).hasSize(2);
        command();
        assertThat(events).hasSize(4);
        command();
        assertThat(events).contains("ack a");
    }

    @Test
    void anEmissionThatDoesNotFitIsRefusedWhereItIsMade() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        steps.put((input, out) -> {
            try {
                out.emit(new Emission("nowhere", true, new Object[] {1}));
            } catch (IllegalArgumentException e) {
                throw new MessageFailure(e.getMessage());
            }
        });
        assertThatThrownBy(this::command).hasMessageContaining("'nowhere'").hasMessageContaining("it declares default");
    }

    @Test
    void twoHundredEnginesWorkAtATimeAndOneThatDiesCostsOneMessage() throws Exception {
        start(200);
        for (int i = 0; i < 200; i++) {
            pool.execute(tuple(i));
        }
        assertThat(events).endsWith("1 of 200", "pauseInput", "0 of 200");
        events.clear();
        steps.put((input, out) -> {
            throw new EngineDeath("gone");
        });
        command();
        assertThat(events).hasSize(3).contains("reportError", "0 of 199").anyMatch(each -> each.startsWith("fail "));
        events.clear();
        for (int i = 0; i < 199; i++) {
            steps.put((input, out) -> {});
        }
        for (int i = 0; i < 200; i++) {
            command();
        }
        assertThat(events).contains("200 of 200");
        assertThat(events.stream().filter(each -> each.startsWith("ack ")))
                .doesNotHaveDuplicates()
                .hasSize(199);
    }

    @Test
    void whatIsUnderWayFailsAtTheEnd() throws Exception {
        start(2);
        pool.execute(tuple("a"));
        pool.close();
        assertThat(events).contains("fail a");
    }

    @Test
    void aMessageIsHeldUntilItsResultsHaveBeenEmitted() throws Exception {
        start(2);
        pool.execute(tuple("a"));
        pool.execute(tuple("b"));
        assertThat(pool.held()).isEqualTo(2);
        steps.put((input, out) -> out.emit(new Emission("default", true, new Object[] {"c"})));
        Runnable end = commands.poll(20, TimeUnit.SECONDS);
        assertThat(pool.held())
                .as("the engine is done, and the task has not emitted")
                .isEqualTo(2);
        end.run();
        assertThat(pool.held()).isEqualTo(1);
        steps.put((input, out) -> {
            throw new EngineDeath("gone");
        });
        command();
        assertThat(pool.held()).isZero();
    }

    @Test
    void anEngineTriesAgainWhileTheTaskTakesNoCommand() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        refuses = true;
        steps.put((input, out) -> {});
        assertThat(commands).isEmpty();
        refuses = false;
        command();
        assertThat(events).contains("ack a");
    }

    @Test
    void anEngineThatMustEndEndsBehindItsMessage() throws Exception {
        start(2);
        pool.execute(tuple("a"));
        pool.execute(tuple("b"));
        events.clear();
        pool.end(1);
        assertThat(pool.count()).isEqualTo(1);
        assertThat(events).as("it has its message").containsExactly("0 of 2");
        for (int i = 0; i < 2; i++) {
            steps.put((input, out) -> {});
            command();
        }
        assertThat(events).contains("ack a", "ack b", "1 of 1").doesNotContain("2 of 2");
    }

    @Test
    void thoseWithoutAMessageEndFirstAndTheirNumbersAreUsedAgainLater() throws Exception {
        start(3);
        pool.execute(tuple("a"));
        events.clear();
        pool.end(2);
        assertThat(events).containsExactly("pauseInput", "0 of 1");
        pool.begin(2);
        assertThat(pool.starting()).isEqualTo(2);
        command();
        command();
        assertThat(events).endsWith("2 of 3");
        steps.put((input, out) -> {});
        command();
        assertThat(events).contains("ack a", "3 of 3");
        assertThat(pool.idleSince(System.nanoTime())).isEqualTo(3);
        assertThat(pool.idleSince(System.nanoTime() - 60_000_000_000L)).isZero();
    }

    @Test
    void oneThatDiesBehindItsEndIsNotReplaced() throws Exception {
        start(1);
        pool.execute(tuple("a"));
        pool.end(1);
        steps.put((input, out) -> {
            throw new EngineDeath("gone");
        });
        command();
        assertThat(events).contains("fail a", "reportError", "0 of 0");
        assertThat(pool.count()).isZero();
    }
}
