// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cli.exit.CommandFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTextTest {

    @TempDir
    private Path directory;

    private Path copy;

    @BeforeEach
    void copyIsElsewhere() {
        copy = directory.resolve("copy");
    }

    @Test
    void takesTheTextFilesOfADirectoryAndNoHiddenBuiltOrBinaryOnes() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source"));
        write(source.resolve("b.txt"), "second\n");
        write(source.resolve("a/one.md"), "first\r\nline");
        write(source.resolve(".git/x"), "hidden");
        write(source.resolve("target/x.txt"), "built");
        Files.write(source.resolve("image.png"), new byte[] {'P', 0, 'G'});

        DemoText text = DemoText.gather(List.of(source), copy);

        assertThat(Files.readString(copy)).isEqualTo("first \nline\nsecond\n");
        assertThat(text).isEqualTo(new DemoText(copy, 2, 3));
    }

    /**
     * Otherwise words of code, tags and tables, and units of figures, would be the most frequent ones of this
     * documentation.
     */
    @Test
    void takesTheSentencesOfPagesAlone() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source"));
        write(source.resolve("a.md"), """
            # Title

            A word of `code`, a [link](page.md), 12 ms, 3.5 MiB, 0 and 1.

            ```java
            class Fenced {}
            ```

                indented

            | table | 1 |
            <!-- comment -->
            """);
        write(source.resolve("b.html"), """
            <html><head><title>x</title><style>p { }</style></head>
            <body><div class="a"><p>Second <b>page</b> &amp; end</p><pre>int x;</pre><table><tr><td>1</td></tr></table></div></body></html>
            """);
        write(source.resolve("c.java"), "class C {}");
        write(source.resolve("api/d.html"), "<p>generated</p>");

        DemoText text = DemoText.prose(List.of(source), copy);

        assertThat(text.files()).isEqualTo(2);
        assertThat(BatchCount.of(copy, 1).keySet())
                .containsExactlyInAnyOrder("title", "a", "word", "of", "link", "and", "second", "page", "end");
    }

    @Test
    void breaksLinesThatNeverEnd() throws IOException {
        String words = "word ".repeat(10_000);
        String blob = "x".repeat(3_000_000);

        DemoText text = DemoText.gather(in(words + blob), copy);

        List<String> lines = Files.readAllLines(copy);
        assertThat(text.lines()).isEqualTo(lines.size()).isGreaterThan(8);
        assertThat(lines).allMatch(line -> line.length() <= 1 << 20);
        assertThat(BatchCount.of(copy, 1)).containsEntry("word", 10_000L);
    }

    @Test
    void countsEachPass() throws IOException {
        DemoText.gather(in("Ab ab, c\n\u00c9t\u00e9"), copy);

        assertThat(BatchCount.of(copy, 3)).isEqualTo(Map.of("ab", 6L, "c", 3L, "\u00e9t\u00e9", 3L));
    }

    @Test
    void refusesInputThatIsNotThereOrEmpty() {
        assertThatThrownBy(() -> DemoText.gather(List.of(directory.resolve("none")), copy))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("no input");
        assertThatThrownBy(() -> DemoText.gather(List.of(Files.createDirectory(directory.resolve("bare"))), copy))
                .hasMessageContaining("no text file");
        assertThatThrownBy(() -> DemoText.gather(in(""), copy)).hasMessageContaining("is empty");
    }

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
