// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Sections;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorsBenchmarkTest {

    private static List<Job> jobs(String... arguments) {
        Options options = new Options(ConnectorsBenchmark.USAGE, arguments);
        return ConnectorsBenchmark.jobs(options, new Study(options, "connectors.jsonl"));
    }

    @Test
    void eachConnectorHasACellOfEachSize() {
        assertThat(jobs()).hasSize(2 * Connector.values().length);
        assertThat(jobs("--parts=jdbc", "--sizes=100,1000"))
                .extracting(Job::cell)
                .containsExactly("jdbc sink 100 B", "jdbc sink 1 KB");
    }

    @Test
    void cellsAreChosenByAPartOfTheirNames() {
        assertThat(jobs("--cells=source 1 KB"))
                .extracting(Job::connector)
                .containsExactly(Connector.FILES_SOURCE, Connector.KAFKA_SOURCE);
        assertThatThrownBy(() -> jobs("--cells=ftp")).isInstanceOf(Options.Mistake.class);
    }

    @Test
    void aJobIsTheSameInAnotherProcess() {
        Job job = new Job(Connector.KAFKA_SINK, true, 100, 5, 250, 1_000, 2_000, "topic@127.0.0.1:1", "a=b");

        assertThat(Job.decode(job.encode())).isEqualTo(job);
        assertThat(job.topic()).isEqualTo("topic");
        assertThat(job.servers()).isEqualTo("127.0.0.1:1");
    }

    @Test
    void thePageOfTheDocumentationIsWhatItsLinesMake(@TempDir Path directory) throws IOException {
        Path docs = Path.of("..", "..", "docs");
        Path page = Files.copy(docs.resolve("benchmarks-connectors.md"), directory.resolve("page.md"));
        Path file = docs.resolve("plots/connectors.jsonl");
        Lines lines = Lines.open(Files.exists(file) ? file : directory.resolve("none.jsonl"), true);

        new Sections(ConnectorsBenchmark.SECTIONS, lines).write(List.of(page));

        assertThat(page).hasSameTextualContentAs(docs.resolve("benchmarks-connectors.md"));
    }
}
