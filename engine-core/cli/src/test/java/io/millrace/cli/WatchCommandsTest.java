// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.client.Submission;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands that watch topologies. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class WatchCommandsTest {

    private final FakeBackend backend = new FakeBackend();

    @BeforeEach
    void twoTopologiesRun() {
        backend.cluster.submissions.put("wc", new Submission("wc", null, null, null, List.of()));
        backend.cluster.submissions.put("sol", new Submission("sol", null, null, null, List.of()));
    }

    @Test
    void topShowsAllTopologiesSoOften() {
        Run run = Run.of(backend, "top", "--interval=10ms", "--count=2", "-c", "zookeeper.connect=zk:1");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines())
                .filteredOn("cluster zk:1/millrace, 1 node, 2 of 2 workers up, 2 topologies"::equals)
                .hasSize(2);
        assertThat(run.out().lines().filter(line -> line.startsWith("lines ")))
                .hasSize(4)
                .allMatch(
                        line -> line.matches(
                                "lines \\(Log lines\\) +1 +0 +0 +0 +0 +8 +2 +9 +10 +11 +1\\.00 us +3\\.00 us +700 ns +900 ns +0%"));
        assertThat(run.out().lines().filter(line -> line.startsWith("w1 ")))
                .hasSize(4)
                .allMatch(line -> line.matches("w1 +0 +0% +0% +0% +0% +0% +1"));
        assertThat(backend.cluster.closed).isTrue();
    }

    @Test
    void topTakesNamesAndAColumn() {
        Run run = Run.of(backend, "top", "wc", "--interval=10ms", "--count=1", "--sort=capacity");

        assertThat(run.out()).contains("COMPONENT OF wc").doesNotContain("sol");
    }

    @Test
    void topAsJsonIsADocumentPerReading() throws Exception {
        Run run = Run.of(backend, "top", "wc", "--interval=10ms", "--count=2", "--json");

        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode report = new ObjectMapper().readTree(lines.get(1));
        assertThat(report.get("seconds").asDouble()).isPositive();
        JsonNode topology = report.get("topologies").get(0);
        assertThat(topology.get("topology").asText()).isEqualTo("wc");
        assertThat(topology.get("endToEnd").get("p99Nanos").asLong()).isEqualTo(13_000);
        assertThat(topology.get("components").get(0).get("executedPerSecond").asDouble())
                .isZero();
        assertThat(topology.get("executors").get(0).get("queueFill").asDouble()).isEqualTo(3.0 / 2_048);
    }

    @Test
    void topEndsWithTheTopologyThatItWatches() {
        String out = whileShown("wc", () -> backend.cluster.submissions.remove("wc"), "top", "wc", "--interval=10ms");

        assertThat(out).endsWith("topology 'wc' is not there any more\n");
    }

    @Test
    void topGoesOnWhenAllThereWasHasEnded() {
        String out = whileShown("wc", () -> backend.cluster.submissions.clear(), "top", "--interval=10ms", "--count=2");

        assertThat(out).endsWith("cluster 127.0.0.1:2181/millrace, 1 node, 0 of 0 workers up, 0 topologies\n");
    }

    @Test
    void latencyIsShownOnceUnlessTold() {
        Run run = Run.of(backend, "latency", "wc");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                        END TO END OF wc       P50      P90      P99    P99.9      MAX  TUPLES
                        since the start    12.3 us  20.0 us  1.50 ms  2.00 ms  3.00 ms      10
                        last seconds      ~11.0 us  12.0 us  13.0 us  14.0 us  15.0 us       2

                        lines/default -> words, 9 sampled
                        STAGE        P50      P99    SHARE  # P50  - P99
                        transit  1.50 us  9.00 us  100.0 %  #######---------------------------------

                        ~ the clocks of the nodes are known to 1.15 us only, more than a tenth of this: see describe --peers
                        """);
        Run again = Run.of(backend, "latency", "wc", "--count=2", "--interval=10ms");
        assertThat(again.out()).isEqualTo(run.out() + "\n" + run.out());
    }

    @Test
    void latencySpeaksJson() throws Exception {
        JsonNode report = new ObjectMapper()
                .readTree(Run.of(backend, "latency", "wc", "--json").out());
        assertThat(report.get("endToEnd").get("p999Nanos").asLong()).isEqualTo(2_000_000);
        JsonNode stage = report.get("edges").get(0).get("stages").get(0);
        assertThat(stage.get("stage").asText()).isEqualTo("TRANSIT");
        assertThat(stage.get("share").asDouble()).isEqualTo(1.0);
        assertThat(stage.get("latency").get("p50Nanos").asLong()).isEqualTo(1_500);

        assertThat(Run.of(backend, "latency", "wc", "--json", "--count=3", "--interval=10ms")
                        .out()
                        .lines())
                .hasSize(3);
    }

    /** Runs an action as soon as a line with the text was printed, and returns the output. */
    private String whileShown(String text, Runnable event, String... command) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean[] happened = {false};
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.contains(text) && !happened[0]) {
                    happened[0] = true;
                    event.run();
                }
            }
        };
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), out, out, false);
        assertThat(new Cli(backend, terminal, Optional.empty()).run(command)).isEqualTo(ExitCode.DONE);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
