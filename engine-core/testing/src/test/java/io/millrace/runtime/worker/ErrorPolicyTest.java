// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The consequences of exceptions in components, stepped on one thread. */
@Timeout(30)
class ErrorPolicyTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Config RESTART = Config.empty().with(TopologyKeys.ON_ERROR, ErrorPolicy.RESTART_WORKER);
    private static final Config KILL = Config.empty().with(TopologyKeys.ON_ERROR, ErrorPolicy.KILL_TOPOLOGY);

    @TempDir
    Path directory;

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aWorkerIsRestartedAndWhatWasUnderWayIsRepeated() {
        Journal journal = throwsOnceAtFour("policy-restart");
        // The spout is task 1 in w2, the bolt task 2 in w1
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(RESTART)
                .workers(2, directory)
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 10, LONG))
                    .isTrue();
            assertThat(journal.failed).containsKey(4);
            assertThat(journal.acked.values()).allMatch(times -> times == 1);
            assertThat(journal.events).filteredOn("open 1"::equals).hasSize(1);
            assertThat(topology.snapshots()).extracting(WorkerSnapshot::epoch).containsExactly(2L, 1L);
        }
    }

    @Test
    void noTupleIsExecutedBetweenTheErrorAndTheRestart() {
        Journal journal = throwsOnceAtFour("policy-at-once");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(KILL)
                .workers(2, directory)
                .start()) {
            assertThatThrownBy(() -> topology.runUntil(() -> journal.acked.size() == 10, LONG))
                    .isInstanceOf(TopologyException.class);
            assertThat(journal.seen).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void aTopologyIsKilledWithTheErrorAndItsPlace() {
        Journal journal = throwsOnceAtFour("policy-kill");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(KILL).start()) {
            assertThatThrownBy(() -> topology.runUntil(() -> journal.acked.size() == 10, LONG))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining(
                            "component 'throws', task 2: java.lang.IllegalStateException: four in execute")
                    .hasRootCauseInstanceOf(IllegalStateException.class);
            assertThat(sum(topology, "throws", TaskMetrics::errors)).isEqualTo(1);
            assertThat(sum(topology, "throws", TaskMetrics::failed)).isEqualTo(1);
        }
    }

    @Test
    void aComponentMayHaveAPolicyOfItsOwn() {
        Journal journal = Journal.fresh("policy-own");
        builder.setSpout("numbers", new NumberSpout("policy-own", 10, true));
        builder.setBolt("throws", TestBolts.basic((input, out) -> {
                    if (input.getInt(0) == 4 && Journal.of("policy-own").failed.isEmpty()) {
                        throw new IllegalStateException("four");
                    }
                }))
                .shuffle("numbers")
                .set("topology.on.error", "fail-tuple");
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(KILL).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 10, LONG))
                    .isTrue();
            assertThat(journal.failed).containsOnlyKeys(4);
        }
    }

    @Test
    void aStackThatOverflowsFailsItsTupleOnly() {
        Journal journal = Journal.fresh("policy-overflow");
        builder.setSpout("numbers", new NumberSpout("policy-overflow", 10, true));
        builder.setBolt("recurses", TestBolts.basic((input, out) -> {
                    if (input.getInt(0) == 4
                            && Journal.of("policy-overflow").failed.isEmpty()) {
                        depth(1);
                    }
                }))
                .shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 10, LONG))
                    .isTrue();
            assertThat(journal.failed).containsOnlyKeys(4);
            assertThat(sum(topology, "recurses", TaskMetrics::errors)).isEqualTo(1);
        }
    }

    @Test
    void settingsOfAComponentLieOverTheTopologys() {
        Journal journal = Journal.fresh("own-settings");
        builder.setSpout("numbers", new NumberSpout("own-settings", 100, false)).set("topology.max.spout.pending", 3);
        builder.setBolt("never", TestBolts.full((input, out, context) -> {})).shuffle("numbers");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.runUntilIdle(10_000);
            assertThat(sum(topology, "numbers", TaskMetrics::pending)).isEqualTo(3);
            assertThat(journal.acked).isEmpty();
        }
    }

    /** Sends ten numbers to a bolt that records them, and throws at the first four that it gets. */
    private Journal throwsOnceAtFour(String test) {
        Journal journal = Journal.fresh(test);
        builder.setSpout("numbers", new NumberSpout(test, 10, true));
        builder.setBolt("throws", TestBolts.basic((input, out) -> {
                    Journal notes = Journal.of(test);
                    if (input.getInt(0) == 4 && !notes.events.contains("thrown")) {
                        notes.events.add("thrown");
                        throw new IllegalStateException("four");
                    }
                    notes.seen.add(input.get(0));
                }))
                .shuffle("numbers");
        return journal;
    }

    private static int depth(int level) {
        return 1 + depth(level + 1);
    }

    private static long sum(SteppedTopology topology, String component, ToLongFunction<TaskMetrics> of) {
        return topology.counts().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }
}
