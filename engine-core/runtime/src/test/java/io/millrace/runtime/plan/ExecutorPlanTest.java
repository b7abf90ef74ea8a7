// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExecutorPlanTest {

    private static final Topology WORD_COUNT =
            Specs.topology(Specs.spec("read", 2), Specs.spec("split", 2, "read"), Specs.spec("count", 2, "split"));

    @Test
    void connectedTasksShareAThreadWhereCountsAllow() {
        assertThat(plan(WORD_COUNT, 2)).containsExactly(List.of(1, 3, 5), List.of(2, 4, 6));
        assertThat(plan(WORD_COUNT, 1)).containsExactly(List.of(1, 2, 3, 4, 5, 6));
        assertThat(plan(WORD_COUNT, 100)).hasSize(6).allMatch(tasks -> tasks.size() == 1);
    }

    @Test
    void aShorterChainStaysTogetherAsFarAsBalanceAllows() {
        Topology chain = Specs.topology(
                Specs.spec("a", 1), Specs.spec("b", 1, "a"), Specs.spec("c", 1, "b"), Specs.spec("d", 1, "c"));

        assertThat(plan(chain, 2)).containsExactly(List.of(1, 2), List.of(3, 4));
        Topology twoChains = Specs.topology(
                Specs.spec("a", 1), Specs.spec("x", 1), Specs.spec("b", 1, "a"), Specs.spec("y", 1, "x"));
        assertThat(plan(twoChains, 2)).containsExactly(List.of(1, 3), List.of(2, 4));
    }

    @Test
    void chainsThatAreDeclaredInAnyOrderStayWhole() {
        Topology chains = Specs.topology(
                Specs.spec("a1", 1),
                Specs.spec("b3", 1, "b2"),
                Specs.spec("b1", 1),
                Specs.spec("a3", 1, "a2"),
                Specs.spec("b2", 1, "b1"),
                Specs.spec("a2", 1, "a1"));

        assertThat(plan(chains, 2)).containsExactlyInAnyOrder(List.of(1, 4, 6), List.of(2, 3, 5));
    }

    @Test
    void tasksOfOneComponentAreNotPiledUpToTalkLess() {
        Topology pipeline = Specs.topology(
                Specs.spec("a", 2), Specs.spec("b", 2, "a"), Specs.spec("c", 2, "b"), Specs.spec("d", 2, "c"));

        for (List<Integer> thread : plan(pipeline, 2)) {
            assertThat(thread).extracting(task -> (task - 1) / 2).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void aFedSpoutRunsBesideWhatItFeedsAndDoesNotCount() {
        ComponentSpec requests = Specs.fed(Specs.spec("requests", 1));
        Topology one = Specs.topology(requests, Specs.spec("answer", 1, "requests"));
        Topology two = Specs.topology(
                requests, Specs.spec("read", 1), Specs.spec("count", 1, "read"), Specs.spec("answer", 2, "requests"));
        Topology wide = Specs.topology(Specs.fed(Specs.spec("requests", 3)), Specs.spec("answer", 2, "requests"));

        assertThat(plan(one, 2)).containsExactly(List.of(1, 2));
        assertThat(plan(two, 2)).containsExactly(List.of(2, 3), List.of(1, 4, 5));
        assertThat(plan(wide, 2)).as("its own tasks are spread").containsExactly(List.of(1, 3, 4), List.of(2, 5));
    }

    @Test
    void fedSpoutsAloneAreSpread() {
        Topology topology =
                Specs.topology(Specs.fed(Specs.spec("requests", 2)), Specs.spec("store", 2, 2, true, "requests"));

        assertThat(plan(topology, 2)).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void onlyTheTasksOfThisWorkerArePlanned() {
        assertThat(ExecutorPlan.of(WORD_COUNT, List.of(6, 1, 4), 2).shared())
                .containsExactly(List.of(1, 4), List.of(6));
        assertThat(ExecutorPlan.of(WORD_COUNT, List.of(), 2).executors()).isEmpty();
    }

    @Test
    void parallelismBoundsTheThreadsOfAComponent() {
        Topology topology = Specs.topology(
                Specs.spec("read", 1), Specs.spec("parse", 8, 2, false, "read"), Specs.spec("sum", 4, "parse"));

        List<List<Integer>> executors = plan(topology, 4);

        assertThat(executors.stream().filter(tasks -> tasks.stream().anyMatch(task -> task >= 2 && task <= 9)))
                .hasSize(2);
        assertThat(executors).hasSize(4);
    }

    @Test
    void aWorkerGetsItsShareOfTheParallelism() {
        Topology topology = Specs.topology(Specs.spec("read", 8, 3, false));

        assertThat(ExecutorPlan.of(topology, List.of(1, 2, 3, 4), 4).shared())
                .as("3 * 4 / 8 threads, rounded up")
                .containsExactly(List.of(1, 3), List.of(2, 4));
        assertThat(ExecutorPlan.of(topology, List.of(1), 4).shared()).containsExactly(List.of(1));
    }

    @Test
    void blockingTasksHaveThreadsOfTheirOwn() {
        Topology topology = Specs.topology(Specs.spec("read", 2), Specs.spec("store", 3, 3, true, "read"));

        ExecutorPlan plan = ExecutorPlan.of(topology, new TaskPlan(topology).tasks(), 1);

        assertThat(plan.shared()).containsExactly(List.of(1, 2));
        assertThat(plan.blocking()).containsExactly(3, 4, 5);
        assertThat(plan.executors()).containsExactly(List.of(1, 2), List.of(3), List.of(4), List.of(5));
    }

    @Test
    void aWorkerWithoutThreadsIsRefused() {
        assertThatThrownBy(() -> ExecutorPlan.of(WORD_COUNT, List.of(1), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a worker has 0 executors: it needs at least 1");
    }

    @Test
    void randomTopologiesKeepAllRules() {
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            boolean bounded = random.nextBoolean();
            List<ComponentSpec> specs = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                int tasks = 1 + random.nextInt(9);
                int parallelism = bounded ? 1 + random.nextInt(tasks) : tasks;
                String[] sources = i == 0 ? new String[0] : new String[] {"c" + random.nextInt(i)};
                ComponentSpec spec =
                        Specs.spec("c" + i, tasks, parallelism, bounded && random.nextInt(5) == 0, sources);
                specs.add(bounded && i == 0 && random.nextBoolean() ? Specs.fed(spec) : spec);
            }
            Topology topology = new Topology(specs);
            TaskPlan tasks = new TaskPlan(topology);
            List<Integer> here = new ArrayList<>(tasks.tasks());
            Collections.shuffle(here, random);
            here = here.subList(0, random.nextInt(here.size() + 1));
            int threads = 1 + random.nextInt(8);

            ExecutorPlan plan = ExecutorPlan.of(topology, here, threads);

            assertThat(plan.executors().stream().flatMap(List::stream))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(here);
            assertThat(plan.shared().size()).as("seed %d", seed).isLessThanOrEqualTo(threads);
            assertThat(plan.executors()).as("seed %d", seed).allMatch(list -> !list.isEmpty());
            assertThat(plan.shared())
                    .as("seed %d", seed)
                    .allMatch(list -> list.equals(list.stream().sorted().toList()));
            assertThat(ExecutorPlan.of(topology, here, threads))
                    .as("seed %d", seed)
                    .isEqualTo(plan);
            if (!bounded && !here.isEmpty()) {
                assertThat(plan.shared()).as("seed %d", seed).hasSize(Math.min(threads, here.size()));
                int most = plan.shared().stream().mapToInt(List::size).max().orElseThrow();
                int least = plan.shared().stream().mapToInt(List::size).min().orElseThrow();
                assertThat(most - least).as("seed %d", seed).isLessThanOrEqualTo(1);
            }
            for (ComponentSpec spec : specs) {
                List<Integer> own =
                        here.stream().filter(tasks.tasksOf(spec.id())::contains).toList();
                long used = plan.executors().stream()
                        .filter(list -> list.stream().anyMatch(own::contains))
                        .count();
                long bound = spec.blocking()
                        ? own.size()
                        : Math.max(1, (int) Math.ceil((double) spec.parallelism() * own.size() / spec.tasks()));
                assertThat(used).as("seed %d, %s", seed, spec).isLessThanOrEqualTo(bound);
            }
        }
    }

    private static List<List<Integer>> plan(Topology topology, int threads) {
        return ExecutorPlan.of(topology, new TaskPlan(topology).tasks(), threads)
                .shared();
    }
}
