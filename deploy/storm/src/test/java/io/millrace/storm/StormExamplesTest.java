// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.cluster.Await;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Storm's own examples and measurements as they are published: binaries of Storm 1.2.2 and 2.6.0, which the profile
 * {@code long} fetches.
 */
@Tag("long")
class StormExamplesTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @ParameterizedTest
    @CsvSource({
        "org.apache.storm.starter.ExclamationTopology, exclaim2",
        "org.apache.storm.starter.MultipleLoggerTopology, exclaim2",
        "org.apache.storm.starter.SlidingWindowTopology, printer",
        "org.apache.storm.starter.SlidingTupleTsTopology, printer",
        "storm.starter.StatefulTopology, total",
        "storm.starter.StatefulWindowingTopology, sumbolt"
    })
    void examplesProcessTuplesWithoutErrors(String main, String last) throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Class.forName(main), "example");
            Await.until("tuples of " + last, LONG, () -> run.metrics().sum(last, TaskMetrics::executed) > 0);
            assertThat(run.metrics().tasks()).allMatch(task -> task.errors() == 0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.storm.starter.BasicDRPCTopology, hello, hello!",
        "org.apache.storm.starter.ReachTopology, foo.com/blog/1, 16",
        "org.apache.storm.starter.ReachTopology, notaurl.com, 0"
    })
    void examplesAnswerRequests(String main, String asked, String answer) throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.run(Class.forName(main), "example");
            assertThat(run.ask("spout", asked, "{}").toCompletableFuture().get().getString(0))
                    .isEqualTo(answer);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.storm.perf.ConstSpoutNullBoltTopo",
                "org.apache.storm.perf.ConstSpoutIdBoltNullBoltTopo",
                "org.apache.storm.perf.ConstSpoutOnlyTopo"
            })
    void measurementsFollowAndKillTheirTopology(String main) throws Exception {
        try (InThreads engine = new InThreads()) {
            RunningTopology run = engine.start(Class.forName(main), "5");
            Await.until("its end", LONG, () -> run.status() == Status.KILLED);
        }
    }
}
