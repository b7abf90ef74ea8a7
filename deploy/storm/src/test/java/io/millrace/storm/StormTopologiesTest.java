// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.zookeeper.ZooKeeperDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.storm.jar.Lenient;
import io.millrace.storm.jar.Mixed;
import io.millrace.storm.jar.Reach;
import io.millrace.storm.jar.Sentences;
import io.millrace.storm.jar.Slow;
import io.millrace.storm.jar.Stateful;
import io.millrace.storm.jar.StreamsCount;
import io.millrace.storm.jar.TridentCount;
import io.millrace.storm.jar.Windows;
import io.millrace.storm.jar.WordCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topologies of Storm on one worker that encodes all values, compared with what their inputs must give. */
class StormTopologiesTest {

    private static final Duration LONG = Duration.ofSeconds(100);
    private static final int COUNT = 500;
    private static final int SMALL = 60;

    @TempDir
    private Path results;

    @Test
    void countsWords() throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(WordCount.class, "words", results, COUNT, 1);
            List<String> expected = new ArrayList<>();
            Map<String, Integer> counts = new HashMap<>();
            for (long number = 0; number < COUNT; number++) {
                for (String word : Sentences.text(number).split(" ")) {
                    expected.add(word + "=" + counts.merge(word, 1, Integer::sum));
                }
            }
            awaitLines("written", expected.size());
            assertThat(Written.lines(results, "written").stream().map(StormTopologiesTest::wordAndCount))
                    .containsExactlyInAnyOrderElementsOf(expected);
            awaitAcked(run, COUNT);
        }
    }

    /** Reads a line such as {@code [12, moon, 3]}. */
    private static String wordAndCount(String line) {
        String[] values = line.substring(1, line.length() - 1).split(", ");
        return values[1] + "=" + values[2];
    }

    @Test
    void windowsOfTimeEmitFromAnotherThread() throws Exception {
        try (InThreads engine = new InThreads()) {
            engine.run(Windows.class, "windows", results, COUNT, 1);
            awaitLines("times", COUNT);
            awaitLines("counts", COUNT);
            List<String> expected = numbers();
            assertThat(Written.lines(results, "times")).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(Written.lines(results, "counts")).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void valuesOfAnyClassGoToTheTasksThatStormChooses() throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Mixed.class, "mixed", results, COUNT, 1);
            awaitAcked(run, COUNT);
            List<String> points = LongStream.range(0, COUNT)
                    .mapToObj(number -> "[P" + number + ", " + number + ", [" + number + ", x]]")
                    .toList();
            assertThat(Written.lines(results, "fields")).containsExactlyInAnyOrderElementsOf(points);
            List<String> twice = new ArrayList<>(points);
            twice.addAll(points);
            assertThat(Written.lines(results, "all")).containsExactlyInAnyOrderElementsOf(twice);
            assertThat(Written.lines(results, "partial")).hasSize(COUNT);
            for (TaskMetrics task : run.metrics().tasks()) {
                if (task.component().equals("direct")) {
                    assertThat(Written.lines(results, "direct-" + task.task()))
                            .hasSize(COUNT / 2)
                            .allMatch(line -> line.endsWith(", " + task.task() + "]"));
                }
            }
            Await.until("gauges of parse", LONG, () -> gauge(run, "seen") == COUNT && gauge(run, "ticks") > 0);
        }
    }

    @Test
    void mistakesThatStormPunishesAreHarmless() throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Lenient.class, "lenient", results, SMALL, 1);
            awaitAcked(run, SMALL);
            assertThat(Written.lines(results, "one")).hasSize(SMALL).allMatch(line -> line.endsWith(", undeclared]"));
            assertThat(Written.lines(results, "two")).hasSize(SMALL);
        }
    }

    @Test
    void tridentCountsWords() throws Exception {
        try (ZooKeeperDaemon zooKeeper = ZooKeeperDaemon.start(Config.empty()
                        .with(
                                ClusterKeys.ZOOKEEPER_DATA_DIR,
                                results.resolve("zookeeper").toString())
                        .with(ClusterKeys.ZOOKEEPER_PORT, 0));
                InThreads engine = new InThreads()) {
            System.setProperty("millrace.storm.zookeeper", zooKeeper.connect());
            engine.run(TridentCount.class, "trident", results, COUNT, 1);
            Map<String, Long> counts = new HashMap<>();
            for (long number = 0; number < COUNT; number++) {
                for (String word : Sentences.text(number).split(" ")) {
                    counts.merge(word, 1L, Long::sum);
                }
            }
            List<String> last = counts.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .toList();
            Await.until(
                    "the last counts",
                    LONG,
                    () -> Written.lines(results, "counts").containsAll(last));
        } finally {
            System.clearProperty("millrace.storm.zookeeper");
        }
    }

    @Test
    void statesAreSavedByStormsCheckpoints() throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Stateful.class, "stateful", results, COUNT, 1);
            awaitAcked(run, COUNT);
            List<String> expected = new ArrayList<>();
            for (long number = 0; number < COUNT; number++) {
                expected.add("[" + Sentences.text(number) + ", " + (number / Sentences.TEXTS + 1) + "]");
            }
            assertThat(Written.lines(results, "written")).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void streamsCountWordsInWindows() throws Exception {
        try (InThreads engine = new InThreads()) {
            engine.run(StreamsCount.class, "streams", results, COUNT, 1);
            Map<String, Long> counts = new TreeMap<>();
            for (long number = 0; number < COUNT; number++) {
                for (String word : Sentences.text(number).split(" ")) {
                    counts.merge(word, 1L, Long::sum);
                }
            }
            Await.until("all words in windows", LONG, () -> sums().equals(counts));
        }
    }

    /** Adds the counts of the windows, of lines such as {@code [moon, 20]}. */
    private Map<String, Long> sums() {
        Map<String, Long> sums = new TreeMap<>();
        Written.lines(results, "bolt").forEach(line -> {
            String[] values = line.substring(1, line.length() - 1).split(", ");
            sums.merge(values[0], Long.parseLong(values[1]), Long::sum);
        });
        return sums;
    }

    @Test
    void aSlowBoltGetsAThreadOfItsOwn() throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Slow.class, "slow", results, SMALL, 1);
            awaitAcked(run, SMALL);
            List<String> lines = Written.lines(results, "written");
            assertThat(lines.stream().map(line -> line.substring(0, line.indexOf(',')) + "]"))
                    .containsExactlyInAnyOrderElementsOf(numbers().subList(0, SMALL));
            assertThat(lines).anyMatch(line -> line.contains(", storm-slow-"));
            assertThat(lines).anyMatch(line -> !line.contains(", storm-slow-"));
        }
    }

    @Test
    void answersRequests() throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Reach.class, "reach");
            List<CompletionStage<Tuple>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(run.ask("spout", Sentences.text(i), "{}"));
            }
            for (int i = 0; i < 20; i++) {
                long different =
                        Arrays.stream(Sentences.text(i).split(" ")).distinct().count();
                Tuple answer = answers.get(i).toCompletableFuture().get(100, TimeUnit.SECONDS);
                assertThat(answer.getString(0)).isEqualTo(String.valueOf(different));
            }
        }
    }

    private static double gauge(RunningTopology run, String name) {
        return run.metrics().tasks().stream()
                .filter(task -> task.component().equals("parse"))
                .mapToDouble(task -> task.gauges().getOrDefault(name, 0.0))
                .sum();
    }

    private static List<String> numbers() {
        return LongStream.range(0, COUNT).mapToObj(number -> "[" + number + "]").toList();
    }

    private void awaitLines(String prefix, int count) throws Exception {
        Await.until(
                count + " lines of " + prefix,
                LONG,
                () -> Written.lines(results, prefix).size() >= count);
    }

    private static void awaitAcked(RunningTopology run, long count) throws Exception {
        Await.until(count + " acked", LONG, () -> run.metrics().sum("sentences", TaskMetrics::acked) >= count);
    }
}
