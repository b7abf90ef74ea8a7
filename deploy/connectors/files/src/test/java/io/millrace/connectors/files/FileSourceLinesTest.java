package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is a line, and what becomes of lines that are too long or no UTF-8. */
class FileSourceLinesTest {

    @TempDir
    private Path directory;

    private SourceRun run;

    @AfterEach
    void close() {
        run.close();
    }

    private SourceRun start(FileSource source) {
        run = new SourceRun(source, FakeTask.withSnapshots(0, 1));
        return run;
    }

    private FileSource all() {
        return FileSource.lines(directory.toString());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void linesComeInOrderWithTheirPositions() throws IOException {
        Path file = write("a", "one\r\n\nzwölf\nthree");
        SourceRun task = start(all().withPositions().finishAtEnd()).finish();
        assertThat(task.engine.emitted)
                .containsExactly(
                        List.of("one", file.toString(), 0L),
                        List.of("", file.toString(), 5L),
                        List.of("zwölf", file.toString(), 6L),
                        List.of("three", file.toString(), 13L));
        assertThat(task.engine.finished).isTrue();
    }

    @Test
    void longLinesAreSkippedCountedAndToldOncePerFile() throws IOException {
        String longest = "x".repeat(100_000);
        write("a", "1\n" + longest + "x\n" + longest + "\n" + longest.repeat(5) + "\r\n2\n" + longest + "y");
        SourceRun task = start(all().maxLineBytes(100_000).finishAtEnd()).finish();
        assertThat(task.lines()).containsExactly("1", longest, "2");
        assertThat(task.engine.counter("lines.skipped")).isEqualTo(3);
        assertThat(task.engine.errors).singleElement().asString().contains("the line at byte 2 is longer");
        assertThat(task.engine.finished).isTrue();
    }

    @Test
    void anySmallBoundAndBufferBoundaryIsRight() throws IOException {
        StringBuilder text = new StringBuilder();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            String line = "x".repeat(i % 97);
            text.append(line).append(i % 3 == 0 ? "\r\n" : "\n");
            if (line.length() <= 50) {
                kept.add(line);
            }
        }
        write("a", text.toString());
        SourceRun task = start(all().maxLineBytes(50).finishAtEnd()).finish();
        assertThat(task.lines()).isEqualTo(kept);
        assertThat(task.engine.counter("lines.skipped")).isEqualTo(3_000 - kept.size());
    }

    @Test
    void bytesThatAreNotUtf8AreReplacedAndCounted() throws IOException {
        Files.write(directory.resolve("a"), new byte[] {'x', (byte) 0xE4, 'y', '\n'});
        Files.writeString(directory.resolve("a"), "\uFFFD is a character\n", StandardOpenOption.APPEND);
        SourceRun task = start(all()).run();
        assertThat(task.lines()).containsExactly("x\uFFFDy", "\uFFFD is a character");
        assertThat(task.engine.counter("lines.malformed")).isEqualTo(1);
    }
}
