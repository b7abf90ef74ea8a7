// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.spi.SnapshotStoreProvider;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.runtime.worker.GoldenSavepoint;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointCommandTest {

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private final FakeBackend backend = new FakeBackend();

    @BeforeEach
    void oneTopologyRuns() {
        backend.cluster.submissions.put("wc", new Submission("wc", null, null, null, List.of()));
    }

    @BeforeAll
    static void copyWhatIsKept() throws IOException, URISyntaxException {
        GoldenSavepoint.copy(1, kept());
    }

    private static Path kept() {
        return shared.resolve("savepoint");
    }

    private Path copy() throws IOException, URISyntaxException {
        try (var files = Files.list(kept())) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName().toString()));
            }
        }
        return directory;
    }

    @Test
    void aSavepointIsAskedForAndAwaitedIfTold() {
        assertThat(Run.of(backend, "savepoint", "wc", "--to", "/mnt/keep"))
                .isEqualTo(new Run(ExitCode.DONE, "making savepoint 3 of wc in /mnt/keep\n", ""));
        assertThat(backend.cluster.savepoint.then()).isEqualTo(Then.GO_ON);
        assertThat(Run.of(backend, "savepoint", "wc", "--to", "s3://bucket/keep", "--stop", "--wait")
                        .out())
                .isEqualTo("made savepoint 3 of wc in s3://bucket/keep, 1000 bytes; killing wc\n");
        assertThat(backend.cluster.savepoint.then()).isEqualTo(Then.STOP);
        Run.of(backend, "savepoint", "wc", "--kill", "--to", "keep");
        assertThat(backend.cluster.savepoint.then()).isEqualTo(Then.KILL);
        assertThat(backend.cluster.savepoint.location())
                .isEqualTo(Path.of("keep").toAbsolutePath().toString());
    }

    @Test
    void aSavepointThatFailsIsALineWithTheReason() {
        backend.cluster.savepointFailure = "no space left";
        Run run = Run.of(backend, "savepoint", "wc", "--to", "/mnt/keep", "--stop", "--wait");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("savepoint 3 was not made, and 'wc' goes on: no space left");
    }

    @Test
    void wrongUsageIsRefused() {
        assertThat(Run.of(backend, "savepoint", "wc", "--stop", "--kill").exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(Run.of(backend, "savepoint").err()).contains("no topology: give its name, or 'show' or 'verify'");
    }

    @Test
    void showTellsWhatASavepointContainsWithoutACluster() throws URISyntaxException {
        Run run = Run.of(backend, "savepoint", "show", kept().toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines().toList().get(0))
                .matches("snapshot \\d+ of stepped, 1970-01-01T.*, by Millrace .*");
        assertThat(run.out())
                .containsPattern("numbers +spout +1 +0 +1 +0 +\\d+")
                .containsPattern(
                        "states +bolt +2 +9 +0 +0 +\\d+ +total \\(.*Total\\), last \\(java.lang.String to java.lang.Long\\)")
                .contains("class io.millrace.runtime.worker.SavepointFixture$Total (side, sum, words)")
                .contains("class io.millrace.runtime.worker.SavepointFixture$Side (LEFT, RIGHT)");
        assertThat(Run.of(backend, "savepoint", "show", "--json", kept().toString())
                        .out())
                .contains("\"engineVersion\"");
        assertThat(Run.of(backend, "savepoint", "show", directory.toString()).err())
                .contains("there is no savepoint in " + directory + ": it has no file savepoint.manifest");
    }

    @Test
    void verifyNamesTheFileAndTheBlockThatIsDamaged() throws Exception {
        Path copy = copy();
        assertThat(Run.of(backend, "savepoint", "verify", copy.toString()))
                .isEqualTo(new Run(ExitCode.DONE, "the savepoint in " + copy + " is whole\n", ""));
        byte[] part = Files.readAllBytes(copy.resolve("1-1-1.part"));
        part[20] ^= 1;
        Files.write(copy.resolve("1-1-1.part"), part);
        Files.delete(copy.resolve("0-1-1.part"));
        Run run = Run.of(backend, "savepoint", "verify", copy.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("snapshot object '0-1-1.part' is missing")
                .containsPattern("snapshot object '1-1-1.part' is damaged: .* of component 'states' has the checksum ");
    }

    @Test
    void theConnectorOfAStoreComesByLib() throws Exception {
        String location = "kept:" + kept();
        assertThat(Run.of(backend, "savepoint", "verify", location).err())
                .contains("no store for '" + location + "'")
                .contains("--lib");
        Path jar = TestJar.ofService(
                directory, SnapshotStoreProvider.class, ReadOnlyFiles.class, ReadOnlyFiles.Store.class);
        assertThat(Run.of(backend, "savepoint", "verify", location, "--lib", jar.toString()))
                .isEqualTo(new Run(ExitCode.DONE, "the savepoint in " + location + " is whole\n", ""));
        assertThat(Run.of(backend, "savepoint", "show", "--lib", jar.toString(), location)
                        .out())
                .contains("numbers");
    }

    @Test
    void aTopologyThatDoesNotFitIsRefusedBeforeAnythingIsSent() throws Exception {
        Path jar = TestJar.of(
                directory,
                Mains.Good.class.getName(),
                Mains.class,
                Mains.Good.class,
                Mains.Numbers.class,
                Mains.Drop.class);
        Run run = Run.of(backend, "submit", jar.toString(), "--from", kept().toString());
        assertThat(run.err())
                .contains("a topology that begins with a savepoint takes snapshots: set topology.guarantee");
        String[] fits = {"submit", jar.toString(), "--from", kept().toString(), "-c", "topology.state.dir=/mnt/state"};
        run = Run.of(backend, fits);
        assertThat(run.exitCode()).isNotEqualTo(ExitCode.DONE);
        assertThat(run.err())
                .contains("the topology cannot begin with the savepoint in " + kept())
                .contains("component 'states' is gone, which has states: keep its id, or accept the loss by"
                        + " --allow-dropped=states");
        assertThat(backend.cluster.submissions).containsOnlyKeys("wc");
    }
}
