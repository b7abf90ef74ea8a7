// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Writers, coordinator, cleaner and readers over many snapshots: commits, aborts, late messages, recoveries with other
 * numbers of workers and tasks, writers of former generations that go on, and failures of the store at any call.
 */
class SnapshotLifeTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 1_000 : 40;

    @Test
    void whatWasCommittedCanBeRestoredAtAnyTime() throws IOException {
        int recoveries = 0;
        int references = 0;
        int refused = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SnapshotLife life = new SnapshotLife(seed);
            for (int step = 0; step < 60; step++) {
                life.step("seed " + seed + ", step " + step);
            }
            life.finish("seed " + seed);
            recoveries += life.recoveries;
            references += life.references;
            refused += life.refused;
        }
        // The test must have had many recoveries
        assertThat(recoveries).isGreaterThan(2 * SEEDS);
        assertThat(references).isGreaterThan(10 * SEEDS);
        assertThat(refused).isPositive();
    }

    /** Two coordinators that have published for one snapshot id do not take each other's parts. */
    @Test
    void partsOfAnotherGenerationOrEpochAreOtherObjects() throws IOException {
        SnapshotNames names = ManifestsTest.NAMES;
        Map<String, String> objects = new TreeMap<>();
        for (long generation : List.of(1L, 11L)) {
            for (long id : List.of(1L, 11L)) {
                for (String worker : List.of("w", "w-1", "1-w")) {
                    for (long epoch : List.of(1L, 11L)) {
                        String what = generation + " " + id + " " + worker + " " + epoch;
                        assertThat(objects.put(names.part(generation, id, worker, epoch), what))
                                .isNull();
                    }
                }
            }
        }
    }
}
