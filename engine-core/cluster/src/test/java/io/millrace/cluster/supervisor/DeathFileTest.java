// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.model.WorkerDeath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeathFileTest {

    private static final WorkerKey ONE = new WorkerKey("t-1", "w1");
    private static final WorkerKey TWO = new WorkerKey("t-2", "w1");
    private static final WorkerDeath DEATH = new WorkerDeath("w1", "n1", "no database", 1, 1_000, 7, 2);

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("deaths.json");
    }

    @Test
    void theNextSupervisorKnowsTheLastDeathOfEachWorker() {
        assertThat(new DeathFile(file).of(ONE)).isEmpty();
        DeathFile first = new DeathFile(file);
        first.put(ONE, new WorkerDeath("w1", "n1", "was killed", 137, 500, 6, 0));
        first.put(ONE, DEATH);

        DeathFile next = new DeathFile(file);
        assertThat(next.of(ONE)).contains(DEATH);
        assertThat(next.of(TWO)).isEmpty();
    }

    @Test
    void onlyTopologiesThatExistAreRemembered() {
        DeathFile deaths = new DeathFile(file);
        deaths.put(ONE, DEATH);
        deaths.put(TWO, DEATH);

        deaths.retain(Set.of("t-2", "t-3"));

        assertThat(new DeathFile(file).of(ONE)).isEmpty();
        assertThat(new DeathFile(file).of(TWO)).contains(DEATH);
    }

    @Test
    void aDamagedFileIsReplacedAtTheNextDeath() throws Exception {
        Files.writeString(file, "[{");
        DeathFile deaths = new DeathFile(file);
        assertThat(deaths.of(ONE)).isEmpty();

        deaths.put(ONE, DEATH);
        assertThat(new DeathFile(file).of(ONE)).contains(DEATH);
        assertThat(directory).isDirectoryContaining(path -> path.equals(file));
    }
}
