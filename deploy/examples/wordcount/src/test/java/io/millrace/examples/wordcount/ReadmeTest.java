// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The first topology of the README is that of {@link FirstWordCount}, which is compiled. */
class ReadmeTest {

    private static final Path README = Path.of("..", "..", "..", "README.md");
    private static final String BEGIN = "```java\n";

    @Test
    void theFirstTopologyIsTheOneThatIsCompiled() throws IOException {
        String text = Files.readString(README);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        String block = text.substring(begin, text.indexOf("```", begin));
        String source = Files.readString(
                Path.of("src", "main", "java", "io", "millrace", "examples", "wordcount", "FirstWordCount.java"));
        assertThat(withoutSpace(source)).contains(withoutSpace(block));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
