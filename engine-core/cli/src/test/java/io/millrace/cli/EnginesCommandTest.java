// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.metrics.EngineMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Submission;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EnginesCommandTest {

    private static final long MILLI = 1_000_000;

    private final FakeBackend backend = new FakeBackend();

    @BeforeEach
    void twoTasks() {
        backend.cluster.submissions.put("wc", new Submission("wc", null, null, null, List.of()));
        LatencySummary service =
                new LatencySummary(1_234, 98 * MILLI, 120 * MILLI, 145 * MILLI, 150 * MILLI, 160 * MILLI);
        backend.cluster.engines = new TopologyEngines(
                "wc",
                List.of(
                        new EngineMetrics(
                                "analyse",
                                2,
                                "w1",
                                "node-a",
                                engines(5, 1, 6)
                                        .with(EngineFigure.BUSY_SHARE, 0.784)
                                        .with(EngineFigure.BY_TOKEN, 1_000)
                                        .with(EngineFigure.BY_QUEUE, 234)
                                        .with(EngineFigure.DEATHS, 1),
                                service),
                        new EngineMetrics("analyse", 3, "w2", "node-b", engines(2, 2, 2), LatencySummary.NONE)));
    }

    private static Figures<EngineFigure> engines(int all, int free, int starts) {
        return Figures.none(EngineFigure.class)
                .with(EngineFigure.MIN, 2)
                .with(EngineFigure.MAX, 8)
                .with(EngineFigure.ALL, all)
                .with(EngineFigure.FREE, free)
                .with(EngineFigure.STARTS, starts);
    }

    @Test
    void showsTheEnginesOfEachTask() {
        Run run = Run.of(backend, "engines", "wc");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                COMPONENT  TASK  NODE    BOUNDS  ENGINES  FREE  BUSY  SERVICE P50     P99  BY TOKEN  BY QUEUE  STARTS  DEATHS  DEAD MESSAGES
                analyse       2  node-a    2..8        5     1  78 %      98.0 ms  145 ms     1,000       234       6       1              0
                analyse       3  node-b    2..8        2     2   0 %            -       -         0         0       2       0              0
                """);
    }

    @Test
    void speaksJson() throws Exception {
        JsonNode task = new ObjectMapper()
                .readTree(Run.of(backend, "engines", "wc", "--json").out())
                .get("tasks")
                .get(0);

        assertThat(task.get("max").asInt()).isEqualTo(8);
        assertThat(task.get("service").get("count").asLong()).isEqualTo(1_234);
    }

    @Test
    void printsRepeatedly() {
        assertThat(Run.of(backend, "engines", "wc", "--watch", "--count=2", "--interval=10ms", "--json")
                        .out()
                        .lines())
                .hasSize(2);
    }

    @Test
    void changesTheBounds() {
        Run run = Run.of(backend, "engines", "wc", "-e", "analyse=2..8", "-e", "other=4");

        assertThat(run.out()).isEqualTo("""
                each task of analyse of wc has 2..8 engines from now on
                each task of other of wc has 4..4 engines from now on
                """);
        assertThat(backend.cluster.asked)
                .containsExactly(
                        "set wc topology.engine.bounds analyse=2..8", "set wc topology.engine.bounds other=4..4");
    }

    @Test
    void refusesWhatAreNoBoundsInOneLine() {
        assertThat(refused("analyse")).contains("-e analyse: give COMPONENT=MIN..MAX, such as analyse=2..8");
        assertThat(refused("analyse=8..2")).contains("8..2 engines: give MIN..MAX");
        assertThat(refused("analyse=0..2")).contains("0..2 engines: give MIN..MAX");
        assertThat(refused("analyse=many")).contains("'many' engines: give MIN..MAX");
        assertThat(backend.cluster.asked).isEmpty();
    }

    private String refused(String bounds) {
        Run run = Run.of(backend, "engines", "wc", "-e", bounds);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines()).hasSize(1);
        return run.err();
    }

    @Test
    void aChangeIsNotRepeated() {
        Run run = Run.of(backend, "engines", "wc", "-e", "analyse=1..2", "--watch");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(backend.cluster.asked).isEmpty();
    }

    @Test
    void saysThatThereAreNone() {
        backend.cluster.engines = new TopologyEngines("wc", List.of());

        assertThat(Run.of(backend, "engines", "wc").out()).startsWith("no task of 'wc' has engines");
    }
}
