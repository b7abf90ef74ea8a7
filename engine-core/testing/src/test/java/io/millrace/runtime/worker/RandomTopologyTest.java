// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random topologies, placements, bounds and failures on one stepped thread, compared with a model: every tracked tuple
 * is acked once or failed once. It is acked only if every tuple of its tree was, and failed only for a reason. A
 * failure names its seed and the smallest size at which it occurs: {@code run(seed, size, ...)} repeats it.
 */
@Timeout(120)
class RandomTopologyTest {

    private static final int SIZE = 6;
    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 500 : 20;

    @TempDir
    Path directory;

    private int mostNodes = 1;

    @Test
    void oneWorkerEndsEveryTreeOnceAndRightly() {
        check(1, 2 * SEEDS, 1);
    }

    @Test
    void severalWorkersThatDieEndEveryTreeOnceAndRightly() {
        check(1_001, SEEDS, 3);
    }

    @Test
    void severalNodesWithADelayBetweenThemEndEveryTreeOnceAndRightly() {
        mostNodes = 3;
        check(2_001, SEEDS, 4);
    }

    private void check(long firstSeed, int seeds, int mostWorkers) {
        int acked = 0;
        int failed = 0;
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            TreeModel model;
            try {
                model = run(seed, SIZE, mostWorkers);
            } catch (AssertionError | RuntimeException e) {
                throw smallest(seed, mostWorkers, e);
            }
            acked += (int) model.roots.stream().filter(root -> root.acked > 0).count();
            failed += (int) model.roots.stream().filter(root -> root.failed > 0).count();
        }
        // Without acked trees the test would prove nothing
        assertThat(acked).isGreaterThan(seeds * 20);
        assertThat(failed).isGreaterThan(seeds * 5);
    }

    private AssertionError smallest(long seed, int mostWorkers, Throwable found) {
        for (int size = 1; size < SIZE; size++) {
            try {
                run(seed, size, mostWorkers);
            } catch (AssertionError | RuntimeException e) {
                return new AssertionError("seed " + seed + ", size " + size + ": " + e.getMessage(), e);
            }
        }
        return new AssertionError("seed " + seed + ", size " + SIZE + ": " + found.getMessage(), found);
    }

    private TreeModel run(long seed, int size, int mostWorkers) {
        Random random = new Random(seed);
        long timeout = Duration.ofMillis(10 + random.nextInt(300)).toNanos();
        boolean tracked = random.nextInt(8) > 0;
        boolean exact = random.nextInt(3) == 0;
        TreeModel model = new TreeModel(seed, tracked, exact, timeout, 20 * size);
        RandomTopology graph = new RandomTopology(model, size);
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, tracked ? Guarantee.AT_LEAST_ONCE : Guarantee.AT_MOST_ONCE)
                .with(TopologyKeys.INBOX, 1 + random.nextInt(20))
                .with(TopologyKeys.MAX_SPOUT_PENDING, 1 + random.nextInt(50))
                .with(TopologyKeys.RING_BYTES, 1L << 16)
                .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofNanos(timeout));
        SteppedTopologyBuilder builder = SteppedTopology.of(graph.topology)
                .config(config)
                .executors(1 + random.nextInt(3))
                .seed(seed)
                .instances((spec, task, loader) -> graph.instance(spec));
        if (mostWorkers > 1) {
            builder.workers(2 + random.nextInt(mostWorkers - 1), directory);
        }
        if (mostNodes > 1) {
            int nodes = 2 + random.nextInt(mostNodes - 1);
            builder.nodes(nodes, Duration.ofNanos(random.nextInt(5_000_000)));
            if (seed % 4 == 0) {
                // Tuples for all tasks of a component cross once to the second region
                builder.regions(nodes == 2 ? new String[] {"here", "there"} : new String[] {"here", "there", "there"})
                        .config(config.with(TopologyKeys.GEO_MULTICAST, "intermediate"));
            } else if (seed % 2 == 0) {
                builder.regions();
            }
        }
        try (SteppedTopology topology = builder.start()) {
            List<String> dead = new ArrayList<>();
            for (int turn = 0; turn < 150 * size; turn++) {
                topology.step();
                graph.throwViolation();
                if (!exact && random.nextInt(10) == 0) {
                    disturb(random.nextInt(20), topology, model, dead, random);
                }
            }
            model.calm = true;
            dead.forEach(topology::restart);
            topology.activate(true);
            topology.advance(Duration.ofNanos(2 * timeout));
            graph.throwViolation();
            model.checkAllEnded();
            assertThat(topology.snapshots())
                    .flatMap(worker -> worker.tasks())
                    .allSatisfy(task -> assertThat(task.inbox() + task.outbox() + task.pending())
                            .as("%s has nothing left", task)
                            .isZero());
            return model;
        }
    }

    private static void disturb(int what, SteppedTopology topology, TreeModel model, List<String> dead, Random random) {
        List<String> living =
                new ArrayList<>(new TreeSet<>(topology.workerOfTask().values()));
        int workers = living.size();
        living.removeAll(dead);
        if (what == 0 && workers > 1 && !living.isEmpty()) {
            String victim = living.get(random.nextInt(living.size()));
            model.kills++;
            dead.add(victim);
            topology.kill(victim);
        } else if (what == 1 && !dead.isEmpty()) {
            topology.restart(dead.remove(0));
        } else if (what == 2) {
            topology.activate(random.nextBoolean());
        } else if (what < 5) {
            topology.elapse(Duration.ofNanos((long) (model.timeoutNanos * random.nextDouble())));
        } else if (what < 15) {
            topology.elapse(Duration.ofNanos(random.nextInt(1_000_000)));
        }
    }
}
