// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.study.Study;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectorsBenchmarkTest {

    private static List<Job> jobs(String... arguments) {
        Options options = new Options(ConnectorsBenchmark.USAGE, arguments);
        return ConnectorsBenchmark.jobs(options, new Study(options, "connectors.csv"));
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
}
