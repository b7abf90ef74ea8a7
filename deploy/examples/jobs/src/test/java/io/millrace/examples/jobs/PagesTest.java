// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code of the pages is that of the jobs, which are compiled and run. */
class PagesTest {

    private static final Path DOCS = Path.of("..", "..", "..", "docs");
    private static final Path JOBS = Path.of("src/main/java/io/millrace/examples/jobs");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final int MOST_LINES = 60;
    private static final int MOST_LINES_OF_THE_FIRST = 25;

    private static String withoutIndents(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    private static List<String> blocks(String page) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(DOCS.resolve(page)));
        return blocks.results().map(block -> block.group(1)).toList();
    }

    private static List<String> jobs() throws IOException {
        try (Stream<Path> files = Files.list(JOBS)) {
            return files.map(PagesTest::read).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachBlockOfTheExamplesIsOfAJob() throws IOException {
        List<String> jobs = jobs().stream().map(PagesTest::withoutIndents).toList();
        assertThat(blocks("examples.md"))
                .hasSize(6)
                .allSatisfy(block -> assertThat(jobs).as(block).anyMatch(job -> job.contains(withoutIndents(block))));
    }

    @Test
    void theQuickstartsJobIsShortAndWhole() throws IOException {
        String job = read(JOBS.resolve("PageViews.java"));
        assertThat(blocks("quickstart.md")).anySatisfy(block -> {
            assertThat(job).endsWith(block);
            assertThat(block).startsWith("public final class PageViews");
            assertThat(block.lines()).hasSizeLessThanOrEqualTo(MOST_LINES_OF_THE_FIRST);
        });
    }

    @Test
    void eachJobIsExactlyOnce() throws IOException {
        assertThat(jobs().stream().filter(job -> job.contains("TopologySubmitter.submit(")))
                .hasSize(7)
                .allSatisfy(job -> assertThat(job).contains("Config.exactlyOnce("));
    }

    @Test
    void jobsAreShort() throws IOException {
        assertThat(jobs()).allSatisfy(job -> assertThat(job.lines()).hasSizeLessThanOrEqualTo(MOST_LINES));
    }
}
