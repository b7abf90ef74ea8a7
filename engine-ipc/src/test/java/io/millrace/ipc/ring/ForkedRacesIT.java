// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs every race of this package under jcstress, which starts JVMs for them, in every mixture of compilers, with
 * shuffled instruction order; the report is in {@code target/races}.
 */
@Tag("long")
@Timeout(value = 4, unit = TimeUnit.HOURS)
class ForkedRacesIT {
    private static final long LIMIT_MINUTES = 180;
    private static final Path REPORT = Path.of("target", "races").toAbsolutePath();

    /** Rings, and the files that jcstress makes per JVM, so that they are deleted even if the JVMs are killed. */
    @TempDir(factory = RacesIT.InSharedMemory.class)
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
        RaceResults.judge(read(results.get(0)));
        assertThat(jcstress.exitValue()).as("exit status; see %s", output).isZero();
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
        command.addAll(List.of("-m", "default", "-time", "500", "-iters", "1"));
        for (String option : options) {
            command.addAll(List.of("-jvmArgsPrepend", option));
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
}
