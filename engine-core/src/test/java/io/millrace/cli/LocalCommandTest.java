package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.exit.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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
    void endsTheClusterWhenMainFails() {
        Path jar = TestJar.of(directory, Mains.Throwing.class.getName(), Mains.Throwing.class);

        Run run = Run.of(backend, "local", jar.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errLines()).singleElement().asString().contains("no database at all");
        assertThat(backend.embedded).isZero();
    }
}
