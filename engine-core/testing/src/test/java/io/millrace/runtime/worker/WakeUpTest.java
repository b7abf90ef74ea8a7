// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BoltDeclarer;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random topologies with little room, in which no time passes: a thread that waits is woken by a doorbell or never, so
 * a lost wake-up leaves tuples behind.
 */
@Timeout(120)
class WakeUpTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 300 : 25;
    private static final int CALLS = 100;
    private static final int TURNS = 300_000;

    @TempDir
    Path directory;

    @Test
    void withoutTimeEverythingIsExecutedAndAcked() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
    }

    private void run(int seed) {
        Random random = new Random(seed);
        String test = "wake-up-" + seed;
        Journal.fresh(test);
        TopologyBuilder builder = new TopologyBuilder();
        List<String> sources = new ArrayList<>();
        List<String> spouts = new ArrayList<>();
        Map<String, TreeSet<String>> inputs = new HashMap<>();
        boolean tracked = random.nextBoolean();
        String payload = "x".repeat(random.nextInt(4) * 1_000);
        for (int i = 0; i <= random.nextInt(3); i++) {
            var spout = builder.setSpout(
                    "spout" + i,
                    tracked
                            ? new CallSpout(test, CALLS, 1, (out, number, context) -> out.emitTracked(number, payload))
                            : CallSpout.untracked(CALLS, (out, number, context) -> out.emit(payload)));
            spout.tasks(1 + random.nextInt(2));
            if (random.nextInt(4) == 0) {
                spout.blocking();
            }
            spouts.add("spout" + i);
        }
        sources.addAll(spouts);
        for (int i = 0; i <= random.nextInt(5); i++) {
            String id = "bolt" + i;
            BoltDeclarer bolt = builder.setBolt(id, TestBolts.pass()).tasks(1 + random.nextInt(3));
            if (random.nextInt(4) == 0) {
                bolt.blocking();
            }
            TreeSet<String> from = new TreeSet<>();
            for (int j = 0; j <= random.nextInt(2); j++) {
                from.add(sources.get(random.nextInt(sources.size())));
            }
            from.forEach(bolt::shuffle);
            inputs.put(id, from);
            sources.add(id);
        }
        Config config = Config.empty()
                .with(TopologyKeys.INBOX, 1 + random.nextInt(8))
                .with(TopologyKeys.MAX_SPOUT_PENDING, 1 + random.nextInt(20))
                .with(TopologyKeys.RING_BYTES, 1L << 16);
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(config)
                .executors(1 + random.nextInt(3))
                .workers(1 + random.nextInt(3), directory)
                .seed(seed)
                .start()) {
            assertThat(topology.runUntilIdle(TURNS)).as(test).isTrue();
            for (String spout : spouts) {
                assertThat(sum(topology, spout, TaskMetrics::emitted))
                        .as("%s %s", test, spout)
                        .isPositive()
                        .isEqualTo(CALLS
                                * topology.counts().stream()
                                        .filter(task -> task.component().equals(spout))
                                        .count());
                assertThat(sum(topology, spout, TaskMetrics::pending))
                        .as("%s %s", test, spout)
                        .isZero();
            }
            inputs.forEach((bolt, from) -> assertThat(sum(topology, bolt, TaskMetrics::executed))
                    .as("%s %s", test, bolt)
                    .isEqualTo(from.stream()
                            .mapToLong(source -> sum(topology, source, TaskMetrics::emitted))
                            .sum()));
        }
    }

    private static long sum(SteppedTopology topology, String component, ToLongFunction<TaskMetrics> of) {
        return topology.counts().stream()
                .filter(task -> task.component().equals(component))
                .mapToLong(of)
                .sum();
    }
}
