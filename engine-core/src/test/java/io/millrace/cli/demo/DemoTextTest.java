package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cli.backend.Installation;
import io.millrace.cli.exit.CommandFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        write(source.resolve("a/one.md"), "# First\r\nline");
        write(source.resolve(".git/x"), "hidden");
        write(source.resolve("target/x.txt"), "built");
        Files.write(source.resolve("image.png"), new byte[] {'P', 0, 'G'});

        DemoText text = DemoText.gather(List.of(source), copy);

        assertThat(Files.readString(copy)).isEqualTo("# First\nline\nsecond\n");
        assertThat(text).isEqualTo(new DemoText(copy, 2, 3));
    }

    @Test
    void ofMarkdownOnlyProseIsLeft() throws IOException {
        Path page = directory.resolve("page.md");
        write(page, """
                # The ring
                It takes 41 ms, and `class A` a [link](docs/class.md#a) <div class="b">of 12.3 k/s</div>.

                    <a class="x">
                ```java
                class B {}
                ```
                | mean | 0 |
                """);

        DemoText.gather(List.of(page), copy);

        assertThat(BatchCount.of(copy, 1).keySet())
                .containsExactlyInAnyOrder(
                        "the", "ring", "it", "takes", "ms", "and", "a", "link", "of", "k", "s", "mean");
    }

    @Test
    void theTextOfTheDocumentationIsWords() throws IOException {
        Path repository = Path.of("..").toRealPath();

        DemoText.gather(new Installation(repository, Optional.empty()).text(), copy);

        assertThat(BatchCount.of(copy, 1))
                .containsKeys("the", "tuple", "worker")
                .doesNotContainKeys("0", "1", "div", "href", "10")
                .allSatisfy((word, count) -> assertThat(word).matches("\\p{L}+"));
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
