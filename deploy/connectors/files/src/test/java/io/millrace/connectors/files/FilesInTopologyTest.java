// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.format.Formats;
import io.millrace.operators.window.Windows;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source and sink in the engine, on one thread with a simulated clock, without snapshots. */
class FilesInTopologyTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Path in;
    private Path out;

    @BeforeEach
    void makeDirectories() throws IOException {
        in = Files.createDirectory(directory.resolve("in"));
        out = Files.createDirectory(directory.resolve("out"));
    }

    private List<String> write(int files, int lines, String prefix) throws IOException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            int file = i;
            List<String> own = IntStream.range(0, lines)
                    .mapToObj(line -> prefix + file + "/" + line)
                    .toList();
            Files.write(in.resolve(file + ".log"), own);
            all.addAll(own);
        }
        return all;
    }

    private List<String> visible() {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return lines;
    }

    private List<String> hidden() throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("."))
                    .toList();
        }
    }

    @Test
    void theReadmesTopologyWritesEachErrorOnce() throws IOException {
        List<String> errors = write(5, 100, "ERROR in ");
        Files.write(in.resolve("quiet.log"), List.of("INFO fine", "ERROR last"));
        try (TopologyTest test = TopologyTest.of(CountLines.topology(in.toString(), out.toString()))
                .start()) {
            int expected = errors.size() + 1;
            assertThat(test.runUntil(
                            () -> visible().size() == expected
                                    && test.pending("lines").isEmpty(),
                            LONG))
                    .isTrue();
            assertThat(test.errors("lines")).isEmpty();
            assertThat(test.errors("out")).isEmpty();
        }
        List<String> lines = errors.stream()
                .map(line -> "app\t" + line.substring("ERROR ".length()))
                .toList();
        assertThat(visible()).containsAll(lines).contains("app\tlast").doesNotHaveDuplicates();
        assertThat(hidden()).isEmpty();
    }

    @Test
    void withAtLeastOnceNoLineIsLostWhenWorkersDie() throws IOException {
        List<String> lines = write(6, 300, "line ");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", FileSource.lines(in.toString()), 2);
        builder.setBolt("out", FileSink.lines(out.toString()), 2).shuffle("lines");
        Topology topology = builder.build();
        try (TopologyTest test = TopologyTest.of(topology).workers(2).start()) {
            for (String worker : List.of("w1", "w1", "w1")) {
                test.advance(Duration.ofMillis(300));
                test.kill(worker);
                test.restart(worker);
            }
            assertThat(test.runUntil(() -> visible().containsAll(lines), LONG)).isTrue();
            assertThat(lines).containsAll(visible());
        }
        assertThat(hidden()).isEmpty();
    }

    @Test
    void aLineEachMakesTheSourceAndTheSink() throws IOException {
        List<String> lines = write(2, 10, "line ");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.files(in.toString()));
        builder.setBolt("out", Sinks.files(out.toString(), Formats.value("line")))
                .shuffle("lines");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            assertThat(test.runUntil(() -> visible().containsAll(lines), LONG)).isTrue();
        }
        assertThat(visible()).hasSameSizeAs(lines);
    }

    record View(String page, long time) {}

    @Test
    void windowsEndAlthoughThereAreMoreTasksThanFiles() throws IOException {
        Files.write(in.resolve("a.csv"), List.of("/,1000", "/,9000", "/about,25000"));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", FileSource.lines(in.toString()).format(Formats.delimited(View.class, ",")), 4)
                .eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "page")
                                .eventTime("time")
                                .aggregate("views", Aggregates.count()))
                .fields("views", "page");
        builder.setBolt("out", FileSink.lines(out.toString())).shuffle("counts");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            assertThat(test.runUntil(() -> !visible().isEmpty(), LONG)).isTrue();
        }
        assertThat(visible()).containsExactly("/\t0\t10000\t2");
    }

    /** Two files with the same minutes, as two servers write them, and one that begins later. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void windowsCountAllLinesOfFilesThatAreReadOneAfterTheOther(int tasks) throws IOException {
        for (int file = 0; file < 3; file++) {
            List<String> lines = new ArrayList<>();
            for (int second = file == 2 ? 240 : 0; second <= 303; second++) {
                lines.add("/page," + second * 1_000);
            }
            Files.write(in.resolve(file + ".csv"), lines);
        }
        try (TopologyTest test = TopologyTest.of(minutes(tasks)).start()) {
            assertThat(test.runUntil(() -> visible().size() == 5, LONG)).isTrue();
            assertThat(test.output("counts").stream()
                            .mapToLong(row -> (Long) row.get(3))
                            .sum())
                    .isEqualTo(660);
            assertThat(test.metrics().counter("counts", "late")).isZero();
        }
    }

    @Test
    void aFileThatIsQuietHoldsNoLaterFileBack() throws IOException {
        Files.write(in.resolve("0.csv"), List.of("/page,1000", "/page,65000"));
        try (TopologyTest test = TopologyTest.of(minutes(1)).start()) {
            assertThat(test.runUntil(() -> visible().size() == 1, LONG)).isTrue();
            Files.write(in.resolve("1.csv"), List.of("/page,66000", "/page,180000"));
            assertThat(test.runUntil(() -> visible().size() == 2, LONG)).isTrue();
        }
        assertThat(visible()).containsExactlyInAnyOrder("/page\t0\t60000\t1", "/page\t60000\t120000\t2");
    }

    private Topology minutes(int tasks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.files(in.toString(), Formats.delimited(View.class, ",")), tasks)
                .eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofMinutes(1)), "page")
                                .eventTime("time")
                                .aggregate("views", Aggregates.count()))
                .fields("views", "page");
        builder.setBolt("out", FileSink.lines(out.toString())).shuffle("counts");
        return builder.build();
    }

    @Test
    void theReadmesBlockIsTheOneThatIsCompiled() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String[] blocks = readme.split("```java\n");
        String source = Files.readString(Path.of("src/test/java/io/millrace/connectors/files/CountLines.java"));
        assertThat(blocks).hasSize(2);
        assertThat(withoutSpace(source)).contains(withoutSpace(blocks[1].split("```")[0]));
    }

    private static String withoutSpace(String text) {
        return String.join("", Arrays.asList(text.split("\\s+")));
    }
}
