// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Await;
import io.millrace.storm.jar.Mixed;
import io.millrace.storm.jar.Sentences;
import io.millrace.storm.jar.Shell;
import io.millrace.storm.jar.WordCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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

    private static TwoWorkers cluster;

    @TempDir
    private Path results;

    @BeforeAll
    static void start() {
        cluster = new TwoWorkers(directory);
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
        ProcessHandle worker = cluster.worker("words");
        Path files = TwoWorkers.directory(worker);
        assertThat(files).isDirectoryContaining("glob:**/millrace-storm-*");
        worker.destroyForcibly();
        Set<String> expected = new TreeSet<>();
        for (long number = 0; number < COUNT; number++) {
            for (String word : Sentences.text(number).split(" ")) {
                expected.add(number + ", " + word);
            }
        }
        Await.until("each word of each sentence", LONG, () -> numbersAndWords().equals(expected));
        Await.until("the end of the files of the worker that was killed", LONG, () -> Files.notExists(files));
        cluster.kill("words");
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
        cluster.kill("mixed");
    }

    @Test
    void runsAProgramOfTheJar() throws Exception {
        submit(Shell.class, "shell", SMALL);
        Set<String> expected = new TreeSet<>();
        for (long number = 0; number < SMALL; number++) {
            expected.add("[" + number + ", " + Sentences.text(number).toUpperCase(Locale.ROOT) + "]");
        }
        Await.until("each sentence", LONG, () -> new TreeSet<>(Written.lines(results, "written")).equals(expected));
        cluster.kill("shell");
    }

    private void submit(Class<?> main, String name, int count) {
        cluster.submit(
                List.of(cluster.jar()), List.of(main.getName(), name, results.toString(), String.valueOf(count), "2"));
    }
}
