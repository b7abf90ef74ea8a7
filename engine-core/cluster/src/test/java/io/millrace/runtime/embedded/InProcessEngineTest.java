// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.EngineHealth;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.embedded.FailingTopologies;
import io.millrace.cluster.embedded.FailingTopologies.Mishap;
import io.millrace.cluster.embedded.JarTopology;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InProcessEngineTest {

    private static final Duration MOST = Duration.ofSeconds(30);
    private static final AtomicReference<CountDownLatch> OPENING = new AtomicReference<>();
    private static final AtomicReference<CountDownLatch> HELD = new AtomicReference<>();

    @Test
    void runsToCompletionTwiceAndLeavesNoThread() throws Exception {
        for (int run = 0; run < 2; run++) {
            try (Millrace engine = Millrace.local().start()) {
                RunningTopology topology = engine.submit("t", TestTopologies.counting(1_000, 0), Config.empty());

                assertThat(topology.awaitCompletion(MOST)).isTrue();
                assertThat(topology.status()).isEqualTo(Status.COMPLETED);
                TopologyMetrics metrics = topology.metrics();
                assertThat(metrics.counter("count", "distinct")).isEqualTo(1_000);
                assertThat(metrics.completed()).isTrue();
                assertThat(metrics.endToEnd().count()).isEqualTo(1_000);
                assertThat(engine.topologies()).containsExactly("t");
            }
        }
        Await.until("no thread of the engine", () -> threads().isEmpty());
    }

    @Test
    void oneProcessIsInAllRegions() throws Exception {
        try (Millrace engine = Millrace.local().inProcess().start()) {
            RunningTopology topology = engine.submit("t", TestTopologies.countingInTwoRegions(100), Config.empty());

            assertThat(topology.awaitCompletion(MOST)).isTrue();
        }
    }

    @Test
    void twoEnginesAtOnceDoNotKnowEachOther() throws Exception {
        try (Millrace one = Millrace.local().start();
                Millrace other = Millrace.local().inProcess().start()) {
            RunningTopology first = one.submit("t", TestTopologies.counting(500, 0), Config.empty());
            RunningTopology second = other.submit("t", TestTopologies.counting(700, 0), Config.empty());

            assertThat(first.awaitCompletion(MOST)).isTrue();
            assertThat(second.awaitCompletion(MOST)).isTrue();
            assertThat(first.metrics().counter("count", "distinct")).isEqualTo(500);
            assertThat(second.metrics().counter("count", "distinct")).isEqualTo(700);
        }
    }

    @Test
    void aNameIsUsedOnceUntilItIsKilled() {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology first = engine.submit("t", TestTopologies.counting(10, 0), Config.empty());
            assertThatThrownBy(() -> engine.submit("t", TestTopologies.counting(10, 0), Config.empty()))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("a topology named 't' runs already");

            first.kill();
            first.kill();

            assertThat(first.status()).isEqualTo(Status.KILLED);
            assertThatThrownBy(() -> first.awaitCompletion(MOST)).hasMessage("topology 't' was killed");
            assertThat(first.metrics()).isNotNull();
            assertThat(engine.topologies()).isEmpty();
            engine.submit("t", TestTopologies.counting(10, 0), Config.empty());
        }
    }

    @Test
    void aComponentThatDoesNotOpenIsClosedAndEndsTheTopologyWithItsCause() {
        int closedBefore = TestTopologies.Broken.CLOSED.get();
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit("t", TestTopologies.broken(), Config.empty());

            assertThatThrownBy(() -> topology.awaitCompletion(MOST))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("has failed")
                    .hasStackTraceContaining("no database at db.example");
        }
        assertThat(TestTopologies.Broken.CLOSED.get()).isEqualTo(closedBefore + 1);
    }

    @Test
    void anErrorRestartsTheWorkerIfThatIsThePolicy(@TempDir Path directory) throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit(
                    "t",
                    FailingTopologies.once(Mishap.EXCEPTION, directory.resolve("once"), false),
                    Config.empty().with(TopologyKeys.ON_ERROR, ErrorPolicy.RESTART_WORKER));

            assertThat(topology.awaitCompletion(MOST)).isTrue();
            assertThat(topology.metrics().workers().get(0).starts()).isEqualTo(2);
            assertThat(topology.metrics().sum("numbers", task -> task.acked())).isEqualTo(2_000);
        }
        Await.until("no thread of the engine", () -> threads().isEmpty());
    }

    @Test
    void anErrorEndsTheTopologyWithItsCauseIfThatIsThePolicy(@TempDir Path directory) {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit(
                    "t",
                    FailingTopologies.once(Mishap.EXCEPTION, directory.resolve("once"), false),
                    Config.empty().with(TopologyKeys.ON_ERROR, ErrorPolicy.KILL_TOPOLOGY));

            assertThatThrownBy(() -> topology.awaitCompletion(MOST))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("topology 't' has failed: component 'mishap', task 2")
                    .hasRootCauseMessage("number 1000 is bad");
            assertThat(topology.status()).isEqualTo(Status.FAILED);
            assertThatThrownBy(() -> engine.submit("t", TestTopologies.counting(1, 0), Config.empty()))
                    .hasMessageContaining("topology 't' has failed: kill it first");
            topology.kill();
            assertThat(engine.topologies()).isEmpty();
        }
    }

    @Test
    void aDeactivatedTopologyEmitsNothingUntilItIsActivated() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit("t", TestTopologies.counting(1_000_000_000L, 1), Config.empty());
            Await.until("some", () -> topology.metrics().counter("count", "all") > 0);

            topology.deactivate();
            Await.until("a standstill", () -> {
                long before = topology.metrics().sum("numbers", task -> task.emitted());
                return before == topology.metrics().sum("numbers", task -> task.emitted())
                        && topology.metrics().sum("numbers", task -> task.pending()) == 0;
            });
            assertThat(topology.status()).isEqualTo(Status.INACTIVE);
            long still = topology.metrics().counter("count", "all");
            assertThat(topology.awaitCompletion(Duration.ofMillis(30))).isFalse();
            assertThat(topology.metrics().counter("count", "all")).isEqualTo(still);

            topology.activate();
            Await.until("more", () -> topology.metrics().counter("count", "all") > still);
        }
    }

    @Test
    void aTopologyThatIsSubmittedAsInactiveEmitsNothingUntilItIsActivated() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit(
                    "t", TestTopologies.counting(1_000, 0), Config.empty().with(TopologyKeys.INACTIVE, true));
            assertThat(topology.awaitCompletion(Duration.ofMillis(30))).isFalse();
            assertThat(topology.status()).isEqualTo(Status.INACTIVE);
            assertThat(topology.metrics().sum("numbers", task -> task.emitted()))
                    .isZero();

            topology.activate();

            assertThat(topology.awaitCompletion(MOST)).isTrue();
            assertThat(topology.metrics().counter("count", "distinct")).isEqualTo(1_000);
        }
    }

    @Test
    void resourcesOfTheClassPathAreFiles() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit("t", JarTopology.topology(), Config.empty());

            assertThat(topology.awaitCompletion(MOST)).isTrue();
            assertThat(topology.metrics().counter("look", "stopped")).isEqualTo(1);
        }
    }

    @Test
    void mistakesAreRefusedAtTheStartAndAtSubmit() {
        assertThatThrownBy(() -> Millrace.local().set("topolgy.workers", 2).start())
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("did you mean 'topology.workers'?");
        try (Millrace engine = Millrace.local().set("topology.workers", 2).start()) {
            assertThatThrownBy(() -> engine.submit("../x", TestTopologies.counting(1, 0), Config.empty()))
                    .hasMessageContaining("topology name '../x'");
            assertThatThrownBy(() -> engine.submit(
                            "t", TestTopologies.counting(1, 0), Config.empty().with("node.id", "x")))
                    .hasMessageContaining("unknown key 'node.id'");
        }
    }

    @Test
    void healthNamesWhatDoesNotRun() throws Exception {
        Millrace engine = Millrace.local().set("worker.hang.timeout", "2 s").start();
        try (engine) {
            assertThat(engine.health()).isEqualTo(EngineHealth.of(List.of()));
            engine.submit("good", TestTopologies.counting(10, 0), Config.empty());
            Await.until("all is open", () -> engine.health().ready());

            RunningTopology broken = engine.submit("bad", TestTopologies.broken(), Config.empty());
            Await.until("it has failed", () -> broken.status() == Status.FAILED);
            assertThat(engine.health().status()).isEqualTo(EngineHealth.Status.DEGRADED);
            assertThat(engine.health().reasons())
                    .singleElement()
                    .asString()
                    .startsWith("topology 'bad': has failed: ")
                    .contains("no database at db.example");
            broken.kill();
            assertThat(engine.health().ready()).isTrue();
        }
        assertThat(engine.health()).isEqualTo(EngineHealth.down("the engine is closed"));
    }

    @Test
    void aCallThatDoesNotReturnIsInTheHealthUntilItReturns() throws Exception {
        HELD.set(new CountDownLatch(1));
        OPENING.set(new CountDownLatch(1));
        try (Millrace engine =
                Millrace.local().set("worker.hang.timeout", "200 ms").start()) {
            TopologyBuilder topology = new TopologyBuilder();
            topology.setSpout("numbers", Spouts.of("number", List.of(1)));
            topology.setBolt("holder", new Holder()).shuffle("numbers");
            RunningTopology run = engine.submit("t", topology.build(), Config.empty());
            Await.until(
                    "it opens",
                    () -> engine.health().reasons().stream()
                            .anyMatch(reason -> reason.matches("topology 't': .*executor.* opens its components")));
            OPENING.get().countDown();

            Await.until(
                    "a long call",
                    () -> engine.health().reasons().stream()
                            .anyMatch(reason -> reason.startsWith("topology 't': component 'holder', task ")
                                    && reason.contains("has not returned from a call for ")));
            assertThat(engine.health().status()).isEqualTo(EngineHealth.Status.DEGRADED);

            HELD.get().countDown();
            assertThat(run.awaitCompletion(MOST)).isTrue();
            assertThat(engine.health().ready()).isTrue();
        } finally {
            OPENING.get().countDown();
            HELD.get().countDown();
        }
    }

    @Test
    void aRestartIsInTheHealthWithItsCause() throws Exception {
        try (Millrace engine = Millrace.local()
                .set("worker.restart.backoff.min", "1 h")
                .set("worker.restart.backoff.max", "1 h")
                .start()) {
            TopologyBuilder topology = new TopologyBuilder();
            topology.setSpout("numbers", Spouts.of("n", List.of(1)));
            // The second restart waits
            topology.setBolt("broken", Bolts.forEach(number -> {
                        throw new IllegalStateException("number 1000 is bad");
                    }))
                    .shuffle("numbers");
            engine.submit(
                    "t", topology.build(), Config.empty().with(TopologyKeys.ON_ERROR, ErrorPolicy.RESTART_WORKER));

            Await.until(
                    "it waits for its restart",
                    () -> engine.health().reasons().stream()
                            .anyMatch(reason -> reason.startsWith("topology 't': its worker is restarted")
                                    && reason.contains("number 1000 is bad")));
        }
    }

    /** Waits in its prepare and in its execute. */
    private static final class Holder implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context) {
            await(OPENING.get());
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            await(HELD.get());
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void aClosedEngineTakesNothingAndMayBeClosedAgain() {
        Millrace engine = Millrace.local().start();
        engine.close();
        engine.close();

        assertThatThrownBy(() -> engine.submit("t", TestTopologies.counting(1, 0), Config.empty()))
                .hasMessageContaining("this engine is closed");
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("millrace-"))
                .collect(Collectors.toSet());
    }
}
