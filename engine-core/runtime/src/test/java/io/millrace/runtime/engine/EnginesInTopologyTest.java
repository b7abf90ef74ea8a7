// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.PayloadView;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.DeadMessages;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines in a topology of this process, also engines that end, hang, or take too much memory or time. */
@Timeout(120)
class EnginesInTopologyTest {

    @TempDir
    Path directory;

    private static Config config() {
        return Config.empty().with("app.word", "millrace");
    }

    @Test
    void aBoltRunsInSeveralThreadsAtOnce() throws Exception {
        Meeting.THREADS.clear();
        try (EnginesTopology topology = new EnginesTopology("threads", Engines.of(new Meeting()), 3, config())) {
            List<java.util.concurrent.CompletableFuture<Void>> sent = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                sent.add(topology.feed().send("meet " + i).toCompletableFuture());
            }
            for (var each : sent) {
                each.get(20, TimeUnit.SECONDS);
            }
            assertThat(Meeting.THREADS).hasSize(3);
            assertThat(topology.emitted()).hasSize(9);
        }
    }

    /** Waits in each message until three threads do. */
    static final class Meeting implements Bolt {

        private static final long serialVersionUID = 1L;
        private static final CyclicBarrier BARRIER = new CyclicBarrier(3);
        static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("thread");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            try {
                BARRIER.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            THREADS.add(Thread.currentThread().getName());
            out.emit(input, Thread.currentThread().getName());
            out.ack(input);
        }
    }

    @Test
    void aThreadThatHangsIsGivenUp() throws Exception {
        Config fast = config().with(EngineKeys.MESSAGE_TIMEOUT, Duration.ofMillis(300));
        try (EnginesTopology topology = new EnginesTopology("hung-thread", Engines.of(new FaultyBolt()), 1, fast)) {
            assertThat(topology.send("hang")).isFalse();
            assertThat(topology.send("ok")).isTrue();
            assertThat(topology.send("fail")).isFalse();
            assertThat(topology.send("many")).isTrue();
            assertThat(topology.emitted()).hasSize(1_002);
            topology.await("engines.deaths", 1);
        }
    }

    @Test
    void aJvmThatEndsOrHangsFailsItsMessageAndIsReplaced() throws Exception {
        Config fast = config().with(EngineKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(2));
        Path pids = directory.resolve("pids");
        try (EnginesTopology topology = new EnginesTopology("jvm", Engines.java(new FaultyBolt()), 1, fast)) {
            assertThat(topology.send("facts")).isTrue();
            assertThat(topology.emitted().poll().get(0)).isEqualTo("work millrace true");
            assertThat((Long) topology.emitted().poll().get(1))
                    .isNotEqualTo(ProcessHandle.current().pid());
            assertThat(topology.send("many")).isTrue();
            assertThat(topology.emitted()).hasSize(1_001);
            assertThat(topology.send("fail")).isFalse();
            topology.await("engines.deaths", 0);

            assertThat(topology.send("kill")).isFalse();
            assertThat(topology.send("ok 1")).isTrue();
            assertThat(topology.send("stop")).isFalse();
            assertThat(topology.send("ok 2")).isTrue();
            assertThat(topology.send("child " + pids)).isFalse();
            List<Long> children =
                    Files.readAllLines(pids).stream().map(Long::parseLong).toList();
            assertThat(children).hasSize(2).noneMatch(ProcessTree::runs);
            assertThat(topology.send("ok 3")).isTrue();
            topology.await("engines.deaths", 3);
            topology.await("engines.starts", 4);
            topology.await("engines.free", 1);
            assertThat(topology.metrics().timers().get("engines.service").count())
                    .isPositive();
        }
    }

    @Test
    void aJvmReadsLongValuesWhereItsWorkerHasWrittenThem() throws Exception {
        Config views = config().with(TopologyKeys.VIEWS, true);
        try (EnginesTopology topology = new EnginesTopology("views", Engines.java(new ViewKeeper()), 1, views)) {
            for (int length : new int[] {100, 20_000, 70_000, 1_000_000}) {
                byte[] image = new byte[length];
                Arrays.fill(image, (byte) length);
                assertThat(topology.send(image)).isTrue();
                String where = length > EngineFrameDescriptor.MAX_INLINE ? "RetainedBytes" : "BufferView";
                assertThat(topology.emitted().poll()).containsExactly(where, length, (byte) length, "the first");
                image[length - 1]++;
                assertThat(topology.send(image)).isTrue();
                assertThat(topology.emitted().poll()).containsExactly(where, length, (byte) (length + 1), "refused");
                assertThat(topology.send("forget")).isTrue();
            }
        }
    }

    /** Emits the kind of view, length and last byte of its input, and what the view of the one before shows. */
    static final class ViewKeeper implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private transient PayloadView kept;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("kind", "length", "last", "before");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if ("forget".equals(input.get(0))) {
                kept = null;
                return;
            }
            PayloadView view = input.getView(0);
            byte last = view.get(view.length() - 1);
            if (input.getBytes(0)[view.length() - 1] != last) {
                throw new IllegalStateException("the copy differs from the view");
            }
            if (input.bytes() < view.length()) {
                throw new IllegalStateException("the message counts " + input.bytes() + " bytes");
            }
            out.emit(view.getClass().getSimpleName(), view.length(), last, kept == null ? "the first" : refusal());
            kept = view;
        }

        private String refusal() {
            try {
                return "read " + kept.get(0);
            } catch (IllegalStateException e) {
                return "refused";
            }
        }
    }

    @Test
    void aMessageOnWhichThreeEnginesDieGoesToTheStreamForDeadOnes() throws Exception {
        try (EnginesTopology topology = new EnginesTopology("dead", Engines.java(new FaultyBolt()), 2, config())) {
            assertThat(topology.send("exit")).isFalse();
            assertThat(topology.send("exit")).isFalse();
            assertThat(topology.send("ok")).isTrue();
            assertThat(topology.dead()).isEmpty();
            assertThat(topology.send("exit")).isTrue();
            List<Object> dead = topology.dead().poll();
            assertThat(dead.get(0)).isEqualTo(List.of("exit"));
            assertThat((String) dead.get(1)).endsWith("ended with exit code 3");
            topology.await("engines.dead.messages", 1);
            assertThat(topology.send("exit")).as("it begins again").isFalse();
        }
    }

    @Test
    void deadMessagesMayOnlyBeLogged() throws Exception {
        Config logged = config().with(EngineKeys.DEAD_MESSAGES, DeadMessages.LOG)
                .with(EngineKeys.MESSAGE_TIMEOUT, Duration.ofMillis(50));
        try (EnginesTopology topology = new EnginesTopology("logged", Engines.of(new FaultyBolt()), 1, logged)) {
            assertThat(topology.send("hang")).isFalse();
            assertThat(topology.send("hang")).isFalse();
            assertThat(topology.send("hang")).isTrue();
            assertThat(topology.dead()).isEmpty();
        }
    }

    @Test
    void aJvmThatTakesTooMuchIsKilledAndSeesOnlyWhatIsListed() throws Exception {
        Config limited = config().with(EngineKeys.MEMORY, 400L << 20)
                .with(EngineKeys.JAVA_OPTIONS, "-Xmx64m -XX:MaxDirectMemorySize=4g")
                .with(EngineKeys.ENVIRONMENT, "PATH, GREETING=hello");
        try (EnginesTopology topology = new EnginesTopology("memory", Engines.java(new FaultyBolt()), 1, limited)) {
            assertThat(topology.send("environment")).isTrue();
            assertThat((String) topology.emitted().poll().get(0))
                    .isEqualTo("GREETING,MILLRACE_ENGINE,MILLRACE_ENGINE_MEMORY,MILLRACE_ENGINE_SOCKET,PATH");
            assertThat(topology.send("memory")).isFalse();
            assertThat(topology.send("ok")).isTrue();
            topology.await("engines.starts", 2);
            topology.await("engines.deaths", 1);
        }
    }

    @Test
    void theEndOfATopologyEndsItsEngines() throws Exception {
        Path pids = directory.resolve("pids");
        try (EnginesTopology topology = new EnginesTopology("ended", Engines.java(new FaultyBolt()), 2, config())) {
            topology.await("engines.free", 2);
            topology.feed().send("child " + pids);
            Await.until(
                    "the engine has children",
                    () -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
        }
        assertThat(Files.readAllLines(pids)).map(Long::parseLong).noneMatch(ProcessTree::runs);
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(child -> child.info().commandLine().orElse("").contains(EngineMain.class.getName()));
    }
}
