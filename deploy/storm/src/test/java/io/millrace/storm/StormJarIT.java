// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.embedded.LocalCluster;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.jar.TopologyJar;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.storm.jar.Mixed;
import io.millrace.storm.jar.Sentences;
import io.millrace.storm.jar.Shell;
import io.millrace.storm.jar.WordCount;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jars of Storm on two worker processes, one of which is killed. */
@Timeout(300)
class StormJarIT {

    private static final Duration LONG = Duration.ofSeconds(200);
    private static final int COUNT = 3_000;
    private static final int SMALL = 300;

    @TempDir
    private static Path directory;

    private static LocalCluster cluster;
    private static Path jar;
    private static List<Path> libraries;

    @TempDir
    private Path results;

    @BeforeAll
    static void start() {
        jar = pack("topologies.jar", classes(WordCount.class));
        libraries = new ArrayList<>(List.of(pack("adapter.jar", classes(StormMain.class))));
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.toString()
                        .matches(".*/(storm-|kryo|minlog|objenesis|reflectasm|metrics-|log4j-api)[^/]*jar"))
                .forEach(libraries::add);
        cluster = LocalCluster.start(Config.empty());
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void losesNothingWhenAWorkerIsKilled() throws Exception {
        submit(WordCount.class, "words", COUNT);
        Await.until(
                "the first lines", LONG, () -> Written.lines(results, "written").size() > COUNT / 4);
        killWorker("words");
        Set<String> expected = new TreeSet<>();
        for (long number = 0; number < COUNT; number++) {
            for (String word : Sentences.text(number).split(" ")) {
                expected.add(number + ", " + word);
            }
        }
        Await.until("each word of each sentence", LONG, () -> numbersAndWords().equals(expected));
        kill("words");
    }

    /** Returns the numbers of sentences with their words, of lines such as {@code [12, moon, 3]}. */
    private Set<String> numbersAndWords() {
        Set<String> found = new TreeSet<>();
        for (String line : Written.lines(results, "written")) {
            found.add(line.substring(1, line.lastIndexOf(',')));
        }
        return found;
    }

    @Test
    void sendsValuesOfAnyClassBetweenWorkers() throws Exception {
        submit(Mixed.class, "mixed", COUNT);
        Await.until(
                "all lines",
                LONG,
                () -> Written.lines(results, "all").size() >= 2 * COUNT
                        && Written.lines(results, "fields").size() >= COUNT
                        && Written.lines(results, "direct").size() >= COUNT);
        assertThat(new HashSet<>(Written.lines(results, "fields"))).hasSize(COUNT);
        assertThat(new HashSet<>(Written.lines(results, "direct"))).hasSize(COUNT);
        kill("mixed");
    }

    @Test
    void runsAProgramOfTheJar() throws Exception {
        submit(Shell.class, "shell", SMALL);
        Set<String> expected = new TreeSet<>();
        for (long number = 0; number < SMALL; number++) {
            expected.add("[" + number + ", " + Sentences.text(number).toUpperCase(Locale.ROOT) + "]");
        }
        Await.until("each sentence", LONG, () -> new TreeSet<>(Written.lines(results, "written")).equals(expected));
        kill("shell");
    }

    private void submit(Class<?> main, String name, int count) {
        List<String> words = List.of(main.getName(), name, results.toString(), String.valueOf(count), "2");
        new JarSubmission(
                        TopologyJar.at(jar),
                        ClassPathJars.of(jar, libraries),
                        new TopologyJar.Start(StormMain.class.getName(), words),
                        Optional.empty())
                .submit(cluster.cluster(), Config.empty());
    }

    private static void kill(String name) {
        cluster.cluster().kill(name, Duration.ofSeconds(30));
    }

    /** Kills one of the two worker processes of a topology. */
    private static void killWorker(String name) throws Exception {
        Cluster client = cluster.cluster();
        Await.until("two workers", LONG, () -> client.describe(name).info().workersUp() == 2);
        TopologyDescription topology = client.describe(name);
        ProcessHandle worker = ProcessHandle.current()
                .children()
                .filter(child -> commandLine(child).contains(topology.info().id()))
                .findFirst()
                .orElseThrow();
        worker.destroyForcibly();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
        } catch (java.io.IOException e) {
            return "";
        }
    }

    private static Path classes(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /** @param classes a directory, or a jar, which is taken as it is */
    private static Path pack(String name, Path classes) {
        if (Files.isRegularFile(classes)) {
            return classes;
        }
        Path packed = directory.resolve(name);
        int code = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "cf", packed.toString(), "-C", classes.toString(), ".");
        assertThat(code).isZero();
        return packed;
    }
}
