// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.operators.Spouts;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class DrainCheckTest {

    private final Topology components = TestTopologies.counting(1, 0);
    private final List<CompletableFuture<List<WorkerSnapshot>>> asked = new ArrayList<>();
    private final DrainCheck check = new DrainCheck(
            (topology, view) -> {
                asked.add(new CompletableFuture<>());
                return asked.get(asked.size() - 1);
            },
            components);
    private final TopologyView topology =
            Records.topology(Records.submitted("t", "t-1", 3), 1, null, Map.of(), Map.of());

    private boolean isDrained() {
        return check.isDrained(topology, null);
    }

    @Test
    void aSilentSupervisorIsAskedOnceAndNobodyWaits() {
        for (int i = 0; i < 10; i++) {
            assertThat(isDrained()).isFalse();
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void theNextReadingIsAskedForWhenTheLastOneWasSeen() {
        isDrained();
        asked.get(0).complete(List.of());
        assertThat(asked).hasSize(1);
        assertThat(isDrained()).isFalse();
        assertThat(asked).hasSize(2);
    }

    @Test
    void nothingIsDrainedWhileAnEngineHasAMessageThatNobodyTracks() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.of("number", List.of(1)));
        builder.setEngines("work", Engines.of(new Gate()), 1, 1).shuffle("numbers");
        Topology built = builder.build();
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE);
        try (SteppedTopology stepped = SteppedTopology.of(built).config(config).start()) {
            DrainCheck drain = new DrainCheck(
                    (topology, view) -> {
                        stepped.elapse(Duration.ofMillis(1));
                        return CompletableFuture.completedFuture(stepped.snapshots());
                    },
                    built);
            Await.until("the engine has a message", () -> {
                stepped.step();
                return Gate.TAKEN.getCount() == 0;
            });
            stepped.activate(false);
            assertThat(stepped.runUntilIdle(10_000)).isTrue();
            for (int reading = 0; reading < 10; reading++) {
                assertThat(drain.isDrained(topology, null)).isFalse();
            }
            Gate.MAY_END.countDown();
            Await.until("it is drained", () -> {
                stepped.step();
                return drain.isDrained(topology, null);
            });
            assertThat(stepped.metrics().sum("work", task -> task.acked())).isEqualTo(1);
        } finally {
            Gate.MAY_END.countDown();
        }
    }

    /** A bolt that keeps its engine until the test releases it. */
    private static final class Gate implements BasicBolt {

        private static final long serialVersionUID = 1L;
        private static final CountDownLatch TAKEN = new CountDownLatch(1);
        private static final CountDownLatch MAY_END = new CountDownLatch(1);

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            TAKEN.countDown();
            try {
                MAY_END.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
