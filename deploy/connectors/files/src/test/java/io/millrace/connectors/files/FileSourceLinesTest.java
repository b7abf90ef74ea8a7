// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.MalformedException;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.ReadFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    void aByteOrderMarkIsSkippedAtTheBeginningOfAFileOnly() throws IOException {
        Path file = write("a", "\uFEFFone\n\uFEFFtwo\n");
        write("b", "\uFEFF\n1\n");
        write("c", "\uFEFF");
        write("d", "\uFEFFxyz\n");
        SourceRun task =
                start(all().glob("{a,b,c}").withPositions().finishAtEnd()).finish();
        assertThat(task.engine.emitted)
                .hasSize(5)
                .contains(List.of("one", file.toString(), 0L), List.of("\uFEFFtwo", file.toString(), 7L));
        assertThat(task.lines()).containsExactlyInAnyOrder("one", "\uFEFFtwo", "", "1", "");
        task.close();
        assertThat(start(all().glob("d").maxLineBytes(3).finishAtEnd()).finish().lines())
                .containsExactly("xyz");
    }

    @Test
    void theFirstLineOfEachFileIsLeftOutAsItsHeader() throws IOException {
        write("a", "\uFEFFname,count\nx,1\nname,count\n");
        write("b", "name,count\r\n");
        write("c", "\ny,2");
        SourceRun task = start(all().header().finishAtEnd()).finish();
        assertThat(task.lines()).containsExactlyInAnyOrder("x,1", "name,count", "y,2");
    }

    @Test
    void aLineBreakInQuotesEndsTheLineAndIsMalformed() throws IOException {
        Path file = write("a", "1,\"two, \"\"three\"\"\"\n4,\"five\nsix\"\n7,eight\n");
        SourceRun task = start(all().format(Formats.delimited(Fields.of("a", "b"), ","))
                        .finishAtEnd())
                .finish();
        assertThat(task.engine.emitted).contains(List.of("1", "two, \"three\""), List.of("7", "eight"));
        assertThat(task.engine.counter("messages.malformed")).isEqualTo(2);
        assertThat(task.engine.errors)
                .singleElement()
                .asString()
                .contains(file + "@19 is malformed: column 'b': the quote is not closed; a source of lines ends");
    }

    @Test
    void bytesThatAreNotUtf8AreReplacedAndCounted() throws IOException {
        Files.write(directory.resolve("a"), new byte[] {'x', (byte) 0xE4, 'y', '\n'});
        Files.writeString(directory.resolve("a"), "\uFFFD is a character\n", StandardOpenOption.APPEND);
        SourceRun task = start(all()).run();
        assertThat(task.lines()).containsExactly("x\uFFFDy", "\uFFFD is a character");
        Files.write(directory.resolve("a"), new byte[] {(byte) 0xE4, '\n'}, StandardOpenOption.APPEND);
        task.poll();
        assertThat(task.engine.counter("lines.malformed")).isEqualTo(2);
        assertThat(task.engine.errors)
                .singleElement()
                .asString()
                .contains("/a: the line at byte 0 is no UTF-8", "counted as lines.malformed");
    }

    @Test
    void aFormatMakesTheTuplesAndWhatItCannotReadGoesToAStream() throws IOException {
        Path file = Files.write(directory.resolve("a"), "12\nx\n\n-7\n".getBytes(StandardCharsets.US_ASCII));
        SourceRun task = start(all().format(new Numbers()).withPositions()).run();
        assertThat(task.engine.emitted)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        List.of(12, file.toString(), 0L),
                        List.of("'x' is no number", file + "@3", new byte[] {'x'}),
                        List.of(-7, file.toString(), 6L));
        assertThat(task.engine.streams).containsExactly("default", "malformed", "default");
        assertThat(task.engine.counter("messages.malformed")).isEqualTo(1);
        assertThat(task.engine.errors).singleElement().asString().contains(file + "@3 is malformed: 'x' is no number");
    }

    @Test
    void malformedLinesAreTrackedAndRepeatedAsOthersAre() throws IOException {
        write("a", "x\n1\n");
        run = new SourceRun(all().format(new Numbers()), new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE)).run();
        run.engine.ids.forEach(run.source::fail);
        run.run();
        assertThat(run.engine.streams).containsExactly("malformed", "default", "malformed", "default");
        assertThat(run.engine.ids).containsExactly(0L, 1L, 0L, 1L);
    }

    /** Numbers as text; nothing for empty lines. */
    private record Numbers() implements ReadFormat {

        @Override
        public Fields fields() {
            return Fields.of("number");
        }

        @Override
        public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
            String text = new String(bytes, offset, length, StandardCharsets.US_ASCII);
            try {
                return text.isEmpty() ? null : new Object[] {Integer.valueOf(text)};
            } catch (NumberFormatException e) {
                throw new MalformedException("'" + text + "' is no number", e);
            }
        }
    }
}
