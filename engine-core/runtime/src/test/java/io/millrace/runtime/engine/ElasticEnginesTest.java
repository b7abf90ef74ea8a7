// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.cluster.Await;
import io.millrace.operators.Spouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines in a topology of this process whose number follows the waiting messages. */
@Timeout(90)
class ElasticEnginesTest {

    private static final int MESSAGES = 20;
    private static final Semaphore MAY_END = new Semaphore(0);

    /** Keeps its engine until the test lets it go. */
    private static final class Gate implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            MAY_END.acquireUninterruptibly();
        }
    }

    /** Keeps its engine, a process, until there is a file. */
    private static final class FileGate implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String file;

        FileGate(Path file) {
            this.file = file.toString();
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            while (Files.notExists(Path.of(file))) {
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private static Config config() {
        return Config.empty()
                .with(EngineKeys.SCALE_UP_WAIT, Duration.ofMillis(20))
                .with(EngineKeys.SCALE_DOWN_IDLE, Duration.ofMillis(300))
                .with(EngineKeys.SLOTS, 16);
    }

    private static RunningTopology submit(Millrace millrace, Engines engines, boolean firstIdle) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", Spouts.fed(Fields.of("number")));
        BoltDeclarer work = builder.setEngines("work", engines, 1, 4);
        if (firstIdle) {
            work.firstIdle("in");
        } else {
            work.shuffle("in");
        }
        return millrace.submit("elastic-" + firstIdle, builder.build(), config());
    }

    private static EngineMetrics engines(RunningTopology run) {
        return TopologyEngines.of(run.metrics()).tasks().get(0);
    }

    private static void await(String what, RunningTopology run, Predicate<EngineMetrics> is) throws Exception {
        Await.until(what, () -> !TopologyEngines.of(run.metrics()).tasks().isEmpty() && is.test(engines(run)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theirNumberFollowsWhatWaits(boolean firstIdle) throws Exception {
        MAY_END.drainPermits();
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = submit(millrace, Engines.of(new Gate()), firstIdle);
            try (Feed feed = run.feed("in")) {
                await(
                        "it begins with the least",
                        run,
                        engines -> engines.get(EngineFigure.ALL) == 1 && engines.get(EngineFigure.MAX) == 4);
                for (int i = 0; i < MESSAGES; i++) {
                    sent.add(feed.send(i).toCompletableFuture());
                }
                await(
                        "it has as many as it may",
                        run,
                        engines -> engines.get(EngineFigure.ALL) == 4 && engines.get(EngineFigure.FREE) == 0);
                MAY_END.release(MESSAGES);
                for (CompletableFuture<Void> each : sent) {
                    each.get(20, TimeUnit.SECONDS);
                }
                await("the idle ones have ended", run, engines -> engines.get(EngineFigure.ALL) == 1);
                assertThat(engines(run).get(EngineFigure.STARTS)).isGreaterThanOrEqualTo(4);
                assertThat(engines(run).get(EngineFigure.DEATHS)).isZero();
                if (firstIdle) {
                    assertThat(engines(run).get(EngineFigure.BY_TOKEN)
                                    + engines(run).get(EngineFigure.BY_QUEUE))
                            .isEqualTo(MESSAGES);
                    assertThat(engines(run).get(EngineFigure.BY_QUEUE)).isPositive();
                }
            } finally {
                MAY_END.release(MESSAGES);
            }
        }
    }

    @Test
    void processesComeAndGo(@TempDir Path directory) throws Exception {
        Path gate = directory.resolve("gate");
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = submit(millrace, Engines.java(new FileGate(gate)), true);
            try (Feed feed = run.feed("in")) {
                for (int i = 0; i < MESSAGES; i++) {
                    sent.add(feed.send(i).toCompletableFuture());
                }
                await(
                        "it has as many as it may",
                        run,
                        engines -> engines.get(EngineFigure.ALL) == 4 && engines.get(EngineFigure.FREE) == 0);
                assertThat(children()).isEqualTo(4);
                Files.createFile(gate);
                for (CompletableFuture<Void> each : sent) {
                    each.get(20, TimeUnit.SECONDS);
                }
                await("the idle ones have ended", run, engines -> engines.get(EngineFigure.ALL) == 1);
                Await.until("so have their processes", () -> children() == 1);
            }
        }
        assertThat(children()).isZero();
    }

    /** Returns how many JVMs this one has started. */
    private static long children() {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .count();
    }

    @Test
    void otherBoundsHoldWhileItRuns() throws Exception {
        MAY_END.drainPermits();
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = submit(millrace, Engines.of(new Gate()), true);
            try (Feed feed = run.feed("in")) {
                await("it begins with the least", run, engines -> engines.get(EngineFigure.ALL) == 1);
                run.engines("work", 3, 3);
                await(
                        "it has more",
                        run,
                        engines -> engines.get(EngineFigure.ALL) == 3 && engines.get(EngineFigure.MIN) == 3);
                CompletableFuture<Void> sent = feed.send(1).toCompletableFuture();
                await("one works", run, engines -> engines.get(EngineFigure.FREE) == 2);
                run.engines("work", 2, 2);
                await(
                        "an idle one has ended",
                        run,
                        engines -> engines.get(EngineFigure.ALL) == 2 && engines.get(EngineFigure.MAX) == 2);
                MAY_END.release();
                sent.get(20, TimeUnit.SECONDS);
                assertThatThrownBy(() -> run.engines("in", 1, 2))
                        .isInstanceOf(TopologyException.class)
                        .hasMessageContaining("'in', which has no engines");
                assertThatThrownBy(() -> run.engines("work", 2, 1))
                        .isInstanceOf(TopologyException.class)
                        .hasMessageContaining("2..1 engines");
            } finally {
                MAY_END.release(MESSAGES);
            }
        }
    }
}
