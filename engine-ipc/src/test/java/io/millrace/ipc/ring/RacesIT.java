package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.ipc.liveness.SharedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs every race of this package under jcstress, which starts JVMs for them; the report is in {@code target/races}. Each race runs for
 * about half a second, or with the profile {@code long} in every mixture of compilers, with shuffled instruction order.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class RacesIT {
    private static final Logger LOG = LoggerFactory.getLogger(RacesIT.class);
    private static final boolean LONG = Boolean.getBoolean("millrace.long");
    private static final long LIMIT_MINUTES = LONG ? 180 : 5;
    private static final Path REPORT = Path.of("target", "races").toAbsolutePath();

    /** Rings, and the files that jcstress makes per JVM, so that they are deleted even if the JVMs are killed. */
    @TempDir(factory = InSharedMemory.class)
    Path directory;

    @Test
    void noRaceHasAForbiddenOutcome() throws Exception {
        assumeThat(Runtime.getRuntime().availableProcessors())
                .as("processors, of which a race needs two")
                .isGreaterThan(1);
        Files.createDirectories(REPORT);
        for (Path old : results()) {
            Files.delete(old);
        }
        Path output = REPORT.resolve("output.txt");
        Process jcstress = new ProcessBuilder(command())
                .directory(REPORT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(jcstress.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES))
                    .as("jcstress ends within %s minutes; see %s", LIMIT_MINUTES, output)
                    .isTrue();
        } finally {
            end(jcstress);
        }
        List<Path> results = results();
        assertThat(results).as("results, in words in %s", output).hasSize(1);
        judge(read(results.get(0)));
        assertThat(jcstress.exitValue()).as("exit status; see %s", output).isZero();
    }

    /** Shared memory, where links and locks of files cost least. */
    static final class InSharedMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(SharedDirectory.defaultBase().getParent(), "millrace-races-");
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        List<String> options = List.of(
                "-D" + RaceRing.BASE_PROPERTY + "=" + directory.resolve("rings"),
                "-Djava.io.tmpdir=" + directory,
                "-Djna.tmpdir=" + directory,
                "-XX:-UsePerfData");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("-v", "-t", "^" + getClass().getPackageName(), "-r", REPORT.toString()));
        // Few samples at a time, as each has a ring.
        command.addAll(List.of("-strideSize", "32", "-strideCount", "1", "-pth", "false"));
        command.addAll(
                LONG
                        ? List.of("-m", "default", "-time", "500", "-iters", "1")
                        : List.of("-m", "quick", "-time", "250", "-iters", "1", "-sc", "false", "-fsm", "0"));
        for (String option : options) {
            command.addAll(List.of(LONG ? "-jvmArgsPrepend" : "-jvmArgs", option));
        }
        return command;
    }

    private static void end(Process jcstress) {
        List<ProcessHandle> forked = jcstress.descendants().toList();
        jcstress.destroyForcibly();
        jcstress.onExit().join();
        for (ProcessHandle process : forked) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    private static List<Path> results() throws IOException {
        try (Stream<Path> files = Files.list(REPORT)) {
            return files.filter(file -> file.toString().endsWith(".bin.gz")).toList();
        }
    }

    private static Collection<TestResult> read(Path file) throws IOException, ClassNotFoundException {
        InProcessCollector results = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
        reader.dump();
        reader.close();
        return results.getTestResults();
    }

    private static void judge(Collection<TestResult> results) {
        Map<String, Long> samples = new TreeMap<>();
        List<String> failures = new ArrayList<>();
        for (TestResult result : results) {
            samples.merge(result.getName(), result.getTotalCount(), Long::sum);
            if (result.status() != Status.NORMAL) {
                failures.add(result.getName() + ": " + result.status() + " " + result.getMessages());
            }
            for (GradingResult outcome : result.grading().gradingResults.values()) {
                if (outcome.expect == Expect.FORBIDDEN && outcome.count > 0) {
                    failures.add(result.getName() + ": " + outcome.count + " of " + result.getTotalCount()
                            + " samples '" + outcome.id + "': " + outcome.description);
                }
            }
        }
        LOG.info(
                "samples per race: {}",
                samples.entrySet().stream()
                        .map(entry -> entry.getKey().replaceAll(".*\\.(?=[A-Z]\\w+Race)", "") + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
        assertThat(failures).isEmpty();
        assertThat(samples.keySet()).containsExactlyInAnyOrderElementsOf(TestList.tests());
        assertThat(samples.values()).allSatisfy(count -> assertThat(count).isPositive());
    }
}
