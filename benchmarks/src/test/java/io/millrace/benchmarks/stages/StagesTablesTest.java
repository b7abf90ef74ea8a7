// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.machine.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesTablesTest {

    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    private Path directory;

    @Test
    void thePageOfTheDocumentationIsWhatItsLinesMake() throws Exception {
        Path page = Files.copy(DOCS.resolve("benchmarks-stages.md"), directory.resolve("page.md"));

        StagesBenchmark.run(
                new Options(Plan.USAGE, "--out=" + DOCS.resolve("plots/stages.jsonl"), "--docs=" + page, "--table"));

        assertThat(page).hasSameTextualContentAs(DOCS.resolve("benchmarks-stages.md"));
    }
}
