// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Await;
import io.millrace.storm.jar.Joined;
import io.millrace.storm.jar.Mixed;
import io.millrace.storm.jar.Replayed;
import io.millrace.storm.jar.Sentences;
import io.millrace.storm.jar.Shell;
import io.millrace.storm.jar.Stateful;
import io.millrace.storm.jar.StreamsCount;
import io.millrace.storm.jar.Tapped;
import io.millrace.storm.jar.TridentCount;
import io.millrace.storm.jar.Windows;
import io.millrace.storm.jar.WordCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same binary, with the same input, on Storm's own {@code LocalCluster} and on two worker processes here. The
 * results are equal as multisets; and, where a worker is killed, as sets of what replays cannot change.
 */
@Tag("long")
@Timeout(900)
class BesideStormIT {

    private static final int COUNT = 300;
    private static final int FEW = 60;

    /** What a replay does not change in a count of words. */
    private static final String NUMBER_AND_WORD = ".*,";

    /** The word for the directory of results among the arguments. */
    private static final String RESULTS = "RESULTS";

    private static final String FLUX = "org.apache.storm.flux.Flux";
    private static final String STARTER = "org.apache.storm.starter.";

    @TempDir
    private static Path directory;

    private static TwoWorkers cluster;

    @TempDir
    private Path files;

    /**
     * A topology of both engines.
     *
     * @param starter whether it is of Storm's examples, in place of this module's tests
     * @param tuples the number of tuples that each spout replays; 0 if the spouts stay as they are
     * @param taps the components to tap; {@link Tapped#NONE} if the topology itself writes its results
     * @param prefix the beginning of the names of the files with its results
     * @param lines the number of results; 0 if there are no more when all tuples are acked
     * @param kept the regular expression of what a replay does not change in a result
     */
    private record Example(
            boolean starter, String words, int tuples, String taps, String prefix, int lines, String kept) {

        /** Returns the results in an order of their own, without the numbers of counted tuples, which come in any. */
        List<String> results(Path directory) {
            return Written.lines(directory, prefix).stream()
                    .map(line -> kept.equals(NUMBER_AND_WORD) ? line.replaceFirst("^\\[[0-9]+, ", "[") : line)
                    .sorted()
                    .toList();
        }

        @Override
        public String toString() {
            return words.split(" ")[0];
        }
    }

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

    static Stream<Example> topologies() throws Exception {
        int words = differentWords();
        return Stream.of(
                own(WordCount.class, COUNT, "written", 0, NUMBER_AND_WORD),
                own(Windows.class, COUNT, "counts", COUNT, ".*"),
                own(Joined.class, COUNT, "written", COUNT, ".*"),
                own(StreamsCount.class, COUNT, "bolt1", COUNT / 100 * words, "[^,]*"),
                own(Stateful.class, COUNT, "written", COUNT, "[^,]*"),
                own(Mixed.class, COUNT, "fields", 0, ".*"),
                own(Shell.class, COUNT, "written", COUNT, ".*"),
                own(TridentCount.class, 0, "counts", COUNT / 100 * words, "[^=]*"),
                new Example(false, FLUX + " --remote FLUX", COUNT, Tapped.NONE, "written", words(), NUMBER_AND_WORD),
                starter("ExclamationTopology", "exclaim2", 0, ".*"),
                starter("MultipleLoggerTopology", "exclaim2", 0, ".*"),
                starter("WordCountTopology", "count", 0, "[^,]*"));
    }

    static Stream<Example> topologiesWhoseStateGoesWithTheirWorker() {
        return Stream.of(
                starter("SlidingWindowTopology", "slidingsum", FEW / 10, ""),
                new Example(
                        true, "storm.starter.StatefulTopology example", FEW, "partialsum", "tap-partialsum", FEW, ""),
                new Example(
                        true,
                        "storm.starter.StatefulWindowingTopology example",
                        FEW,
                        "sumbolt",
                        "tap-sumbolt",
                        FEW / 3,
                        ""));
    }

    private static Example own(Class<?> main, int tuples, String prefix, int lines, String kept) {
        return new Example(
                false,
                main.getName() + " example " + RESULTS + " " + COUNT + " 2",
                tuples,
                Tapped.NONE,
                prefix,
                lines,
                kept);
    }

    private static Example starter(String main, String tap, int lines, String kept) {
        return new Example(true, STARTER + main + " example", FEW, tap, "tap-" + tap, lines, kept);
    }

    private static int words() {
        return IntStream.range(0, COUNT)
                .map(number -> Sentences.text(number).split(" ").length)
                .sum();
    }

    private static int differentWords() {
        return (int) IntStream.range(0, Sentences.TEXTS)
                .mapToObj(Sentences::text)
                .flatMap(text -> Arrays.stream(text.split(" ")))
                .distinct()
                .count();
    }

    @ParameterizedTest
    @MethodSource({"topologies", "topologiesWhoseStateGoesWithTheirWorker"})
    void resultsAreThoseOfStorm(Example example) throws Exception {
        Path storm = withGo("storm");
        StormsOwnCluster.run(
                jars(example), words(example, storm), files.resolve("cluster"), () -> isComplete(example, storm));
        Path here = withGo("here");
        cluster.submit(jars(example), words(example, here));
        Await.until("all results", TwoWorkers.LONG, () -> isComplete(example, here));
        assertThat(example.results(here)).isEqualTo(example.results(storm));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void nothingIsLostWithAWorker(Example example) throws Exception {
        Path whole = withGo("whole");
        cluster.submit(jars(example), words(example, whole));
        Await.until("all results", TwoWorkers.LONG, () -> isComplete(example, whole));
        killAll();

        Path killed = Files.createDirectories(files.resolve("killed"));
        cluster.submit(jars(example), words(example, killed));
        String name = cluster.client().list().get(0).name();
        cluster.killWorker(name);
        cluster.awaitRestart(name);
        Files.createFile(killed.resolve(Replayed.GO));
        TreeSet<String> expected = kept(example, whole);
        Await.until("each result", TwoWorkers.LONG, () -> kept(example, killed).containsAll(expected));
        assertThat(kept(example, killed)).isEqualTo(expected);
    }

    /** Returns a directory of results whose spouts do not wait. */
    private Path withGo(String name) throws Exception {
        Path results = Files.createDirectories(files.resolve(name));
        Files.createFile(results.resolve(Replayed.GO));
        return results;
    }

    private static boolean isComplete(Example example, Path results) {
        if (example.lines() > 0) {
            return Written.lines(results, example.prefix()).size() >= example.lines();
        }
        return Written.lines(results, "acked-").stream().distinct().count() >= example.tuples();
    }

    /** Returns the parts of results that replays do not change. */
    private static TreeSet<String> kept(Example example, Path results) {
        return Written.lines(results, example.prefix()).stream()
                .map(line -> line.replaceFirst("^(" + example.kept() + ").*$", "$1"))
                .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }

    private static List<Path> jars(Example example) throws Exception {
        if (example.starter()) {
            return List.of(StormModules.jar("storm-starter"), cluster.jar());
        }
        return List.of(cluster.jar(), StormModules.jar("flux-core"));
    }

    private List<String> words(Example example, Path results) throws Exception {
        Path recorded = Files.createDirectories(files.resolve("recorded"));
        List<String> words = new ArrayList<>(List.of(
                Tapped.class.getName(),
                results.toString(),
                recorded.toString(),
                String.valueOf(example.tuples()),
                example.taps()));
        for (String word : example.words().split(" ")) {
            words.add(
                    switch (word) {
                        case RESULTS -> results.toString();
                        case "FLUX" -> flux(results).toString();
                        default -> word;
                    });
        }
        return words;
    }

    private static Path flux(Path results) throws Exception {
        Path file = results.resolve("flux.yaml");
        Files.writeString(file, """
                name: example
                spouts:
                  - id: sentences
                    className: io.millrace.storm.jar.Sentences
                    constructorArgs: [%d]
                bolts:
                  - id: split
                    className: io.millrace.storm.jar.WordCount$Split
                    parallelism: 2
                  - id: count
                    className: io.millrace.storm.jar.WordCount$Count
                    parallelism: 2
                  - id: written
                    className: io.millrace.storm.jar.Written
                    constructorArgs: ["%s"]
                streams:
                  - {from: sentences, to: split, grouping: {type: SHUFFLE}}
                  - {from: split, to: count, grouping: {type: FIELDS, args: [word]}}
                  - {from: count, to: written, grouping: {type: SHUFFLE}}
                """.formatted(COUNT, results));
        return file;
    }
}
