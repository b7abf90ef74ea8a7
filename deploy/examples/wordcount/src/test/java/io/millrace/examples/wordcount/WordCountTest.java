package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.testing.BoltTest;
import io.millrace.api.testing.Fault;
import io.millrace.api.testing.TopologyTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole topology and one of its bolts, stepped with simulated time. */
@Timeout(30)
class WordCountTest {

    private static final Duration FLUSH = Duration.ofMillis(100);

    @TempDir
    private Path directory;

    @Test
    void splitNumbersTheWords() {
        try (BoltTest test = BoltTest.of(new SplitBolt())
                .fields("line", "spout", "firstWord")
                .start()) {
            long line = test.execute("The leaf!", 1, 40L);
            assertThat(test.output()).containsExactly(List.of("the", 1, 40L), List.of("leaf", 1, 41L));
            assertThat(test.acked()).containsExactly(line);
        }
    }

    @Test
    void aWordCountsOnceThoughItsLineIsRepeated() {
        Config config =
                Config.empty().with(WordCount.OUTPUT, directory).with(WordCount.STATE, directory.resolve("state"));
        try (TopologyTest test = TopologyTest.of(WordCount.topology())
                .config(config)
                .replaceSpout("lines")
                .start()) {
            test.inject("count", Fault.fail().nth(2));
            long first = test.feed("lines", "the leaf the wheel", 0, 0L);
            test.advance(FLUSH);
            assertThat(test.failed("lines")).containsExactly(first);
            assertThat(test.metrics().counter("count", "words")).isEqualTo(3);

            long again = test.feed("lines", "the leaf the wheel", 0, 0L);
            test.run();
            assertThat(test.pending("lines")).containsExactly(again);
            test.advance(FLUSH);
            assertThat(test.acked("lines")).containsExactly(again);
            assertThat(test.metrics().counter("count", "words")).isEqualTo(4);
        }
    }
}
