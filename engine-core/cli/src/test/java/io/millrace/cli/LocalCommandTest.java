// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.runtime.json.Json;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class LocalCommandTest {

    @TempDir
    private Path directory;

    private final FakeBackend backend = new FakeBackend();

    @Test
    void runsTheJarUntilItCompletesAndLeavesNothing() {
        Path jar = TestJar.of(
                directory,
                Mains.Good.class.getName(),
                Mains.class,
                Mains.Good.class,
                Mains.Numbers.class,
                Mains.Drop.class);

        Run run = Run.of(backend, "local", jar.toString(), "-c", "topology.workers=2");

        assertThat(run).isEqualTo(new Run(ExitCode.DONE, "good completed\n", ""));
        assertThat(backend.cluster.asked).containsExactly("kill good 30");
        assertThat(backend.embedded).isZero();
    }

    @Test
    void saysWhyATopologyFailedAndFails() {
        Path jar = TestJar.of(
                directory,
                Mains.Good.class.getName(),
                Mains.class,
                Mains.Good.class,
                Mains.Numbers.class,
                Mains.Drop.class);
        backend.cluster.failure = "w1 on local: component 'drop', task 2: boom in execute";

        Run run = Run.of(backend, "local", jar.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEqualTo("good failed\n");
        assertThat(run.errLines()).singleElement().asString().contains("'good' has failed: w1 on local", "boom");
    }

    @Test
    void aTopologyWhoseComponentsCannotOpenEndsTheCommandAfterTheSecondTry() {
        backend.cluster.runs = true;
        backend.cluster.deaths = List.of(new WorkerDeath(
                "w1", "local", "the table /x on node local: no such file", WorkerExit.NOT_OPENED.code(), 0, 2, 2));
        backend.cluster.problems = List.of("w1 on local (2 times in a row): the table /x on node local: no such file");

        Run run = Run.of(backend, "local", good().toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .isEqualTo("topology 'good': worker w1 has died: the table /x on node local: no"
                        + " such file\ngood stopped while active\n");
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .endsWith("topology 'good' cannot run: w1 on local has failed 2 times in a row: the table /x on node"
                        + " local: no such file");
        assertThat(backend.cluster.asked).containsExactly("kill good 30");
    }

    @Test
    void deathsAndProblemsAreLines() {
        backend.cluster.failure = "it was told to end here";

        Run run = Run.of(backend, "local", good().toString(), "-c", "topology.workers=2");

        assertThat(run.out().lines())
                .containsExactly(
                        "topology 'good': worker w1 has died: ran out of memory",
                        "topology 'good': waits for a slot",
                        "good failed");
    }

    @Test
    void whatMainPrintsIsNotBetweenTheJson() {
        PrintStream before = System.out;

        Run local = Run.of(backend, "local", "--json", good().toString(), "one");
        Run submitted = Run.of(new FakeBackend(), "submit", "--json", good().toString(), "two");

        assertThat(Json.tree(local.out().getBytes(UTF_8), "the output")).isInstanceOf(List.class);
        assertThat(local.errLines()).contains("arguments one");
        assertThat(Json.tree(submitted.out().getBytes(UTF_8), "the output")).isInstanceOf(List.class);
        assertThat(submitted.errLines()).contains("arguments two");
        assertThat(System.out).isSameAs(before);
    }

    private Path good() {
        return TestJar.of(
                directory,
                Mains.Good.class.getName(),
                Mains.class,
                Mains.Good.class,
                Mains.Numbers.class,
                Mains.Drop.class);
    }

    @BeforeEach
    void nothingHappens(TestInfo test) {
        if (!test.getDisplayName().startsWith("deathsAndProblems")) {
            backend.cluster.deaths = List.of();
            backend.cluster.problems = List.of();
        }
    }

    @Test
    void endsTheClusterWhenMainFails() {
        Path jar = TestJar.of(directory, Mains.Throwing.class.getName(), Mains.Throwing.class);

        Run run = Run.of(backend, "local", jar.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errLines()).singleElement().asString().contains("no database at all");
        assertThat(backend.embedded).isZero();
    }
}
