// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's example: JSON from files into files, in the engine. */
@Timeout(60)
class FormatsInTopologyTest {

    @TempDir
    private Path directory;

    private static List<String> lines(Path results) {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(results)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    @Test
    void theReadmesTopologyReadsAndWritesJson() throws IOException {
        Path in = Files.createDirectory(directory.resolve("in"));
        Path out = Files.createDirectory(directory.resolve("out"));
        Path bad = Files.createDirectory(out.resolve("bad"));
        Files.writeString(in.resolve("views.json"), """
                {"campaign": "a", "user": "u", "time": "2026-11-01T12:00:00Z", "millis": 1500, "more": [1]}
                {"campaign": "b", "user": "u", "time": "2026-11-01T12:00:01Z", "millis": 20}
                {"campaign": "c", "user": "u", "time": "2026-11-01T12:00:02Z", "millis": "1"}
                """);
        Config config = Config.empty().with(TopologyKeys.SERIALIZED_CLASSES, Instant.class.getName());
        try (TopologyTest test = TopologyTest.of(LongViews.topology(in.toString(), out.toString()))
                .config(config)
                .start()) {
            assertThat(test.runUntil(() -> !lines(out).isEmpty() && !lines(bad).isEmpty(), Duration.ofMinutes(1)))
                    .isTrue();
        }
        assertThat(lines(out)).containsExactly("{\"campaign\":\"a\",\"millis\":1500}");
        assertThat(lines(bad)).singleElement().asString().contains("field 'millis' at byte 73", "views.json");
    }

    @Test
    void theReadmesBlockIsTheOneThatIsCompiled() throws IOException {
        String[] blocks = Files.readString(Path.of("README.md")).split("```java\n");
        String source = Files.readString(Path.of("src/test/java/io/millrace/formats/LongViews.java"));
        assertThat(blocks).hasSize(2);
        assertThat(source.replaceAll("\\s+", "")).contains(blocks[1].split("```")[0].replaceAll("\\s+", ""));
    }
}
