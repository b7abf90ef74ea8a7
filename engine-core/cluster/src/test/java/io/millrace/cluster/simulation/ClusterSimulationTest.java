// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.cluster.registry.Store;
import io.millrace.cluster.simulation.Violation.Invariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Random faults of a whole control plane, and registries without a part of their fencing, which it must notice. */
@Timeout(1_200)
class ClusterSimulationTest {

    private static final int STEPS = 250;
    private static final long FIRST_SEED = Long.getLong("millrace.seed", 1);
    private static final int SEEDS =
            Integer.getInteger("millrace.seeds", Boolean.getBoolean("millrace.long") ? 10_000 : 20);
    private static final int MOST_SEEDS_OF_A_MUTANT = Integer.getInteger("millrace.mutant.seeds", 2_000);

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("io.millrace.cluster");

    private final Map<String, Integer> reached = new TreeMap<>();
    private boolean keepsCopies = true;
    private boolean ignoresFailuresOfCopies;

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    @Test
    void theInvariantsHoldWhateverHappens() throws IOException {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Optional<Violation> violation = run(seed, steps(seed), (store, paths) -> store);
            if (violation.isPresent()) {
                fail(shrunk(seed, violation.get()), violation.get());
            }
        }
        // The cluster does its work despite the faults
        assertThat(reached.get("submissions")).isGreaterThan(3 * SEEDS / 2);
        assertThat(reached.get("confined")).isGreaterThan(SEEDS / 3);
        assertThat(reached.get("rebalances")).isGreaterThan(SEEDS / 3);
        assertThat(reached.get("repeated submissions")).isGreaterThan(SEEDS / 4);
        assertThat(reached.get("repeated rebalances")).isPositive();
        assertThat(reached.get("drains")).isGreaterThan(SEEDS / 4);
        assertThat(reached.get("drained nodes")).isGreaterThan(SEEDS / 10);
        assertThat(reached.get("starts")).isGreaterThan(3 * SEEDS);
        assertThat(reached.get("ended ACTIVE")).isGreaterThan(SEEDS / 2);
        assertThat(reached).containsKeys("ended FAILED", "ended INACTIVE", "ended COMPLETED", "changes after a pause");
    }

    @Test
    void aLeaderThatDoesNotCheckItsTermIsNoticed() throws IOException {
        assertNoticed(Mutant::withoutTerm, Invariant.NOBODY_ACTS_ON_A_FENCED_TERM);
    }

    @Test
    void aStartThatDoesNotCheckTheAssignmentIsNoticed() throws IOException {
        assertNoticed(Mutant::withoutChecks, Invariant.NO_UNWANTED_START);
    }

    @Test
    void changesOfAnyVersionAreNoticed() throws IOException {
        assertNoticed(
                20,
                Mutant::withoutVersions,
                Invariant.EPOCHS_GROW,
                Invariant.EACH_TASK_ONCE,
                Invariant.NO_RUNNING_TOPOLOGY_IS_REMOVED);
    }

    @Test
    void startsThatAreNotDeletedAreNoticed() throws IOException {
        assertNoticed(Mutant::withoutDeletedStarts, Invariant.EACH_TOPOLOGY_ENDS_WELL, Invariant.NOTHING_IS_LEFT);
    }

    @Test
    void requestsThatNobodyRemembersAreNoticed() throws IOException {
        assertNoticed(Mutant::withoutRequests, Invariant.REPEATED_REQUESTS_ARE_DONE_ONCE);
    }

    @Test
    void filesThatNobodyElseKeepsAreNoticed() throws IOException {
        keepsCopies = false;
        // None of those before it loses a file
        assertNoticed(63, (store, paths) -> store, Invariant.NO_FILE_IS_LOST);
    }

    @Test
    void copiesThatTakeAPartForTheWholeAreNoticed() throws IOException {
        ignoresFailuresOfCopies = true;
        assertNoticed(
                (store, paths) -> store,
                Invariant.NO_ANSWER_LEAVES_OUT_A_TOPOLOGY,
                Invariant.EACH_TOPOLOGY_ENDS_WELL,
                Invariant.NOTHING_IS_LEFT);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"NO_WANTED_WORKER_IS_STOPPED", "NO_NAMED_FILE_IS_DELETED"})
    void absenceFromSuchCopiesHarmsOnlyIfItIsNotConfirmed(Invariant harm) throws IOException {
        ignoresFailuresOfCopies = true;
        long seed = 1;
        while (!violates(seed, Mutant::withoutConfirmation, harm)) {
            seed++;
            assertThat(seed).isLessThan(MOST_SEEDS_OF_A_MUTANT);
        }
        assertThat(violates(seed, (store, paths) -> store, harm)).isFalse();
    }

    private boolean violates(long seed, BiFunction<Store, RegistryPaths, Store> mutant, Invariant invariant)
            throws IOException {
        return run(seed, steps(seed), mutant)
                .filter(violation -> violation.invariant() == invariant)
                .isPresent();
    }

    private void assertNoticed(BiFunction<Store, RegistryPaths, Store> mutant, Invariant... by) throws IOException {
        assertNoticed(1, mutant, by);
    }

    /** @param first the first seed that is tried: the least that shows it, as each run takes half a second */
    private void assertNoticed(long first, BiFunction<Store, RegistryPaths, Store> mutant, Invariant... by)
            throws IOException {
        for (long seed = first; seed < first + MOST_SEEDS_OF_A_MUTANT; seed++) {
            Optional<Violation> violation = run(seed, steps(seed), mutant);
            if (violation.isPresent()) {
                assertThat(violation.get().invariant()).isIn((Object[]) by);
                return;
            }
        }
        fail("not noticed by " + MOST_SEEDS_OF_A_MUTANT + " seeds");
    }

    private static List<Long> steps(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> steps = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            steps.add(random.nextLong());
        }
        return steps;
    }

    private Optional<Violation> run(long seed, List<Long> steps, BiFunction<Store, RegistryPaths, Store> mutant)
            throws IOException {
        Path directory = Files.isDirectory(MEMORY)
                ? Files.createTempDirectory(MEMORY, "millrace-simulation-")
                : Files.createTempDirectory("millrace-simulation-");
        try (ClusterSimulation simulation = new ClusterSimulation(directory, seed % 4 == 0, mutant, keepsCopies)) {
            if (ignoresFailuresOfCopies) {
                simulation.ignoreFailuresOfCopies();
            }
            try {
                simulation.run(steps);
            } catch (Violation e) {
                return Optional.of(e);
            }
            simulation.reached().forEach((what, times) -> reached.merge(what, times, Integer::sum));
        }
        return Optional.empty();
    }

    /** Leaves out steps as long as the same invariant is violated. */
    private String shrunk(long seed, Violation first) throws IOException {
        List<Long> steps = steps(seed);
        Violation last = first;
        for (int length = steps.size() / 2; length > 0; length /= 2) {
            for (int from = 0; from + length <= steps.size(); ) {
                List<Long> fewer = new ArrayList<>(steps.subList(0, from));
                fewer.addAll(steps.subList(from + length, steps.size()));
                Optional<Violation> violation = run(seed, fewer, (store, paths) -> store);
                if (violation.isPresent() && violation.get().invariant() == first.invariant()) {
                    steps = fewer;
                    last = violation.get();
                } else {
                    from += length;
                }
            }
        }
        return "seed " + seed + " (-Dmillrace.seed=" + seed + " -Dmillrace.seeds=1), shrunk to " + steps.size()
                + " steps: " + last.getMessage();
    }
}
