// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.backend.Installation;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.jar.MainRunner;
import io.millrace.cluster.jar.TopologyJar;
import io.millrace.storm.StormMain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitCommandTest {

    private static final Class<?>[] ALL = {
        Mains.class, Mains.Good.class, Mains.Twice.class, Mains.Curious.class, Mains.Numbers.class, Mains.Drop.class
    };

    @TempDir
    private Path directory;

    private final FakeBackend backend = new FakeBackend();

    @Test
    void sendsTopologyJarAndConfigurationOfTheManifestsMain() {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);

        Run run = Run.of(backend, "submit", jar.toString());

        assertThat(run).isEqualTo(new Run(ExitCode.DONE, "submitted good as good-1, starting\n", ""));
        Submission sent = backend.cluster.submissions.get("good");
        assertThat(sent.jar()).isEqualTo(jar.toAbsolutePath());
        assertThat(sent.config().asMap()).containsOnly(java.util.Map.entry("app.from", "main"));
        assertThat(sent.topology().components()).extracting("id").containsExactly("numbers", "drop");
        assertThat(backend.cluster.closed).isTrue();
    }

    @Test
    void aMainMethodFollowsAndEndsWhatItHasSubmitted() {
        Path jar = TestJar.of(
                directory,
                Mains.Ender.class.getName(),
                Mains.class,
                Mains.Ender.class,
                Mains.Numbers.class,
                Mains.Drop.class);

        Run run = Run.of(backend, "submit", jar.toString());

        assertThat(run.err())
                .isEqualTo("millrace: this main method has submitted no topology 'goo': submit it first\n");
        assertThat(backend.cluster.asked).containsExactly("kill good 60");
        assertThat(backend.cluster.submissions).isEmpty();
    }

    @Test
    void aJarOfStormGetsTheAdapterAndStormsLibraries() throws IOException {
        Path jar = TestJar.of(directory, null, Mains.class, Mains.Good.class, Mains.Numbers.class, Mains.Drop.class);
        Path adapter = moved(
                TestJar.of(directory, null, StormMain.class, StormMain.nothing()),
                "home/storm/millrace-storm-1.jar",
                jar);
        Path client = moved(TestJar.of(directory, null, Mains.Numbers.class), "lib/storm-client-2.8.3.jar", jar);
        Optional<Installation> home = Optional.of(new Installation(directory.resolve("home"), Optional.empty()));

        Run run = Run.of(
                backend,
                home,
                "submit",
                "--storm",
                "--storm-lib",
                client.getParent().toString(),
                jar.toString(),
                Mains.Good.class.getName(),
                "words");

        assertThat(run.out()).endsWith("submitted good as good-1, starting\n");
        Submission sent = backend.cluster.submissions.get("good");
        assertThat(sent.config().get("app.storm", "")).isEqualTo(Mains.Good.class.getName() + " words");
        assertThat(sent.libs()).containsExactly(adapter, client);
    }

    @Test
    void withoutTheAdapterNothingOfStormRuns() {
        Path jar = TestJar.of(directory, null, Mains.Numbers.class);

        Run run = Run.of(
                backend,
                Optional.of(new Installation(directory, Optional.empty())),
                "submit",
                "--storm",
                jar.toString(),
                "com.example.Main");

        assertThat(run.err())
                .isEqualTo("millrace: no adapter for Storm in " + directory.resolve("storm")
                        + ": unpack the distribution again, which has it\n");
    }

    private Path moved(Path jar, String name, Path beside) throws IOException {
        Path target = directory.resolve(name);
        Files.createDirectories(target.getParent());
        return jar.equals(beside) ? Files.copy(jar, target) : Files.move(jar, target);
    }

    @Test
    void notesAreLinesBesideTheAnswer() {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);
        backend.cluster.note = "its files are on one machine only (127.0.0.1)\nclass A is in two jars";

        Run run = Run.of(backend, "submit", jar.toString());

        assertThat(run)
                .isEqualTo(new Run(
                        ExitCode.DONE,
                        "submitted good as good-1, starting\n",
                        "note: its files are on one machine only (127.0.0.1)\nnote: class A is in two jars\n"));
    }

    @Test
    void theCommandLineLiesOverMainsConfigurationAndClusterKeysStayHere() {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);

        Run.of(
                backend,
                "submit",
                jar.toString(),
                "-c",
                "app.from=command",
                "-c",
                "topology.workers=3",
                "-c",
                "scheduler.algorithm=even",
                "-c",
                "zookeeper.connect=here:1");

        assertThat(backend.cluster.submissions.get("good").config().asMap())
                .containsOnly(
                        java.util.Map.entry("app.from", "command"),
                        java.util.Map.entry("topology.workers", "3"),
                        java.util.Map.entry("scheduler.algorithm", "even"));
    }

    @Test
    void librariesFollowTheJarOnTheClassPathOfMainAndOfTheTopology() throws Exception {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), Mains.Good.class);
        Path libs = Files.createDirectory(directory.resolve("libs"));
        Path first = TestJar.of(libs, null, Mains.class, Mains.Numbers.class);
        Path second = TestJar.of(directory, null, Mains.Drop.class);

        Run run = Run.of(backend, "submit", "--lib", second.toString(), "--lib", libs.toString(), jar.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        Submission sent = backend.cluster.submissions.get("good");
        assertThat(sent.jar()).isEqualTo(jar.toAbsolutePath());
        assertThat(sent.libs()).containsExactly(second.toAbsolutePath(), first.toAbsolutePath());
        assertThat(Run.of(new FakeBackend(), "submit", jar.toString()).err()).contains("NoClassDefFoundError");
    }

    @Test
    void theLoaderOfMainIsReleased() throws Exception {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);
        TopologyJar checked = TopologyJar.at(jar);
        AtomicReference<WeakReference<ClassLoader>> loader = new AtomicReference<>();

        MainRunner.run(
                checked,
                List.of(checked.path()),
                checked.start(Optional.empty(), List.of()),
                (name, topology, config) ->
                        loader.set(new WeakReference<>(Thread.currentThread().getContextClassLoader())));

        assertThat(loader.get()).isNotNull();
        Await.until("a collected loader", () -> {
            System.gc();
            return loader.get().get() == null;
        });
    }

    @Test
    void aTopologyMayBeSubmittedAsInactive() {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);

        Run run = Run.of(backend, "submit", "--inactive", jar.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(backend.cluster.submissions.get("good").config().asMap()).containsEntry("topology.inactive", "true");
    }

    @Test
    void aClassAfterTheJarIsMainAndTheRestArePassedOn() {
        Path jar = TestJar.of(directory, Mains.Twice.class.getName(), ALL);

        assertThat(mainsOutput(
                        "submit", jar.toString(), Mains.Good.class.getName(), "--depth=3", "a b", "--name", "own"))
                .isEqualTo("arguments --depth=3|a b\n");
        assertThat(backend.cluster.submissions).containsOnlyKeys("own");
    }

    @Test
    void allWordsAreArgumentsIfMainIsNamedByOption() {
        Path jar = TestJar.of(directory, null, ALL);

        assertThat(mainsOutput("submit", "--main", Mains.Good.class.getName(), jar.toString(), "com.example.Main", "x"))
                .isEqualTo("arguments com.example.Main|x\n");
    }

    @Test
    void wordsAfterTwoDashesAreNeverOptions() {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);

        assertThat(mainsOutput("submit", jar.toString(), "--", "--name", "own")).isEqualTo("arguments --name|own\n");
        assertThat(backend.cluster.submissions).containsOnlyKeys("good");
    }

    @Test
    void oneMainMaySubmitSeveralButNotUnderOneName() {
        Path jar = TestJar.of(directory, Mains.Twice.class.getName(), ALL);

        Run two = Run.of(backend, "submit", jar.toString(), "--wait");
        Run named = Run.of(new FakeBackend(), "submit", jar.toString(), "--name", "both");

        assertThat(two.out()).isEqualTo("submitted one as one-1, completed\nsubmitted two as two-1, completed\n");
        assertThat(named.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(named.err()).contains("--name names one topology", "'two'");
    }

    @Test
    void waitingForATopologyThatFailsFailsWithItsCause() {
        Path jar = TestJar.of(directory, Mains.Good.class.getName(), ALL);
        backend.cluster.failure = "w1 on local: boom";

        Run run = Run.of(backend, "submit", jar.toString(), "--wait");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errLines()).containsExactly("millrace: topology 'good' has failed: w1 on local: boom");
    }

    @Test
    void mainSeesTheApiAndNoneOfTheEnginesLibraries() {
        Path jar = TestJar.of(directory, Mains.Curious.class.getName(), ALL);

        assertThat(mainsOutput("submit", jar.toString()))
                .isEqualTo("api true\n"
                        + "does not see com.fasterxml.jackson.databind.ObjectMapper\n"
                        + "does not see picocli.CommandLine\n");
    }

    @Test
    void aTopologyWithSeveralMistakesHasALineForEach() {
        Path jar = TestJar.of(
                directory, Mains.WrongTwice.class.getName(), Mains.class, Mains.WrongTwice.class, Mains.Drop.class);

        Run run = Run.of(backend, "submit", jar.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.errLines()).hasSize(2).allMatch(line -> line.startsWith("millrace: "));
    }

    /** Returns the output of the main method, which goes to the process's own output. */
    private String mainsOutput(String... args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            Run run = Run.of(backend, args);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.DONE);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
