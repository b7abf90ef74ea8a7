// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole topology, stepped with simulated time. */
@Timeout(60)
class WordCountTest {

    private static final int LINES = 500;

    @TempDir
    private Path directory;

    @Test
    void eachWordIsCountedAndWrittenOnceThoughWorkersDie() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "The leaf, the wheel\n".repeat(LINES));
        Path counts = Files.createDirectory(directory.resolve("counts"));
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(WordCount.RATE, LINES / 5);
        try (TopologyTest test = TopologyTest.of(WordCount.topology(text, counts))
                .config(config)
                .workers(2)
                .start()) {
            for (String worker : List.of("w1", "w2")) {
                test.advance(Duration.ofMillis(1_700));
                test.kill(worker);
                test.restart(worker);
            }
            assertThat(test.runUntil(() -> written(counts).size() >= 4 * LINES, Duration.ofSeconds(30)))
                    .isTrue();
            assertThat(test.output("lines")).as("lines, some of them again").hasSizeGreaterThan(LINES);
        }
        List<String> expected = new ArrayList<>();
        LongStream.rangeClosed(1, 2 * LINES).forEach(count -> expected.add("the\t" + count));
        LongStream.rangeClosed(1, LINES)
                .forEach(count -> expected.addAll(List.of("leaf\t" + count, "wheel\t" + count)));
        assertThat(written(counts)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void saysWhatItNeeds() {
        assertThatThrownBy(() -> WordCount.main(new String[] {"text.txt"}))
                .hasMessage("usage: WordCount TEXT-FILE DIRECTORY");
        assertThatThrownBy(() -> WordCount.main(new String[] {directory.toString(), directory.toString()}))
                .hasMessage(directory + " is not a file: name the text file to count");
    }

    private static List<String> written(Path counts) {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(counts)) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("counts-.*\\.tsv"))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
