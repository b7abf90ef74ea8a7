// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.storm.jar.Sentences;
import io.millrace.storm.jar.Tapped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Storm's own examples and measurements as they are published (binaries of Storm 1.2.2 and 2.6.0), on two workers, one
 * of which is killed.
 */
@Tag("long")
@Timeout(600)
class StormExamplesIT {

    private static final String STARTER = "org.apache.storm.starter.";
    private static final int SENTENCES = 1_000;

    /** How long a measurement lasts. It asks for figures each minute, and ends at once if that is longer. */
    private static final int SECONDS = 60;

    @TempDir
    private static Path directory;

    private static TwoWorkers cluster;

    @TempDir
    private Path files;

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

    @AfterEach
    void killAll() {
        cluster.client().list().forEach(each -> cluster.kill(each.name()));
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.storm.starter.ExclamationTopology example, exclaim2",
        "org.apache.storm.starter.MultipleLoggerTopology example, exclaim2",
        "org.apache.storm.starter.RollingTopWords example remote, finalRanker",
        "org.apache.storm.starter.SkewedRollingTopWords example remote, finalRanker",
        "org.apache.storm.starter.SlidingTupleTsTopology example, printer",
        "org.apache.storm.starter.SlidingWindowTopology example, printer",
        "org.apache.storm.starter.WordCountTopology example, count",
        "org.apache.storm.starter.WordCountTopologyNode example, count",
        "org.apache.storm.starter.trident.TridentMinMaxOfDevicesTopology example, b-.*",
        "org.apache.storm.starter.trident.TridentMinMaxOfVehiclesTopology example, b-.*",
        "org.apache.storm.starter.trident.TridentWindowingInmemoryStoreTopology example, b-.*",
        "storm.starter.StatefulTopology example, total",
        "storm.starter.StatefulWindowingTopology example, sumbolt"
    })
    void examplesGoOnWhenAWorkerIsKilled(String words, String last) throws Exception {
        String name = submit("storm-starter", words);
        awaitProgress(name, last);
        cluster.killWorker(name);
        cluster.awaitRestart(name);
        awaitProgress(name, last);
        assertThat(cluster.client().metrics(name).tasks()).allMatch(task -> task.errors() == 0);
    }

    @ParameterizedTest
    @CsvSource({"BasicDRPCTopology, hello, hello!", "ReachTopology, foo.com/blog/1, 16", "ReachTopology, notaurl.com, 0"
    })
    void examplesAnswerRequestsAlsoWhenAWorkerWasKilled(String main, String asked, String answer) throws Exception {
        String name = submit("storm-starter", STARTER + main + " example");
        Await.until("two workers", TwoWorkers.LONG, () -> answers(name, asked, answer));
        cluster.killWorker(name);
        cluster.awaitRestart(name);
        Await.until("an answer of the new worker", TwoWorkers.LONG, () -> answers(name, asked, answer));
    }

    private static boolean answers(String name, String asked, String answer) {
        assertThat(cluster.client()
                        .ask(name, "spout", List.of(asked, "{}"), Duration.ofSeconds(30))
                        .values()
                        .values())
                .containsExactly(answer);
        return true;
    }

    @ParameterizedTest
    @CsvSource({
        "ConstSpoutIdBoltNullBoltTopo, nullBolt",
        "ConstSpoutNullBoltTopo, nullBolt",
        "FileReadWordCountTopo, counter"
    })
    void measurementsFollowAndKillTheirTopology(String main, String last) throws Exception {
        Path settings = files.resolve("settings.yaml");
        Path input = files.resolve("sentences.txt");
        Files.write(
                input, IntStream.range(0, SENTENCES).mapToObj(Sentences::text).toList());
        Files.writeString(settings, "input.file: " + input + "\n");
        CompletableFuture<Void> measurement = CompletableFuture.runAsync(() -> {
            try {
                run("storm-perf", "org.apache.storm.perf." + main + " " + SECONDS + " " + settings);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until(
                "submission",
                TwoWorkers.LONG,
                () -> measurement.isCompletedExceptionally()
                        || !cluster.client().list().isEmpty());
        String name = cluster.client().list().get(0).name();
        awaitProgress(name, last);
        cluster.killWorker(name);
        cluster.awaitRestart(name);
        awaitProgress(name, last);
        measurement.get(TwoWorkers.LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(cluster.client().list()).isEmpty();
    }

    private String submit(String module, String words) throws Exception {
        run(module, words);
        return cluster.client().list().get(0).name();
    }

    /** Runs a main class of a published jar, and gives what it submits two workers. */
    private void run(String module, String words) throws Exception {
        List<String> all =
                new ArrayList<>(List.of(Tapped.class.getName(), files.toString(), files.toString(), "0", Tapped.NONE));
        all.addAll(List.of(words.split(" ")));
        cluster.submit(List.of(StormModules.jar(module), cluster.jar()), all);
    }

    private static void awaitProgress(String name, String last) throws Exception {
        long before = executed(name, last);
        Await.until("tuples of " + last, TwoWorkers.LONG, () -> executed(name, last) > before);
    }

    private static long executed(String name, String last) {
        return cluster.client().metrics(name).tasks().stream()
                .filter(task -> task.component().matches(last))
                .mapToLong(TaskMetrics::executed)
                .sum();
    }
}
