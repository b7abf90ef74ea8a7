// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.Trace;
import io.millrace.api.metrics.TracePart;
import io.millrace.api.metrics.TraceSpan;
import io.millrace.cluster.client.Submission;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracesCommandTest {

    private static final long MICRO = 1_000;

    private final FakeBackend backend = new FakeBackend();

    @TempDir
    private Path directory;

    /** Returns a trace of whose latency a third is execute, and the rest waiting for the sink. */
    private static Trace trace(int micros, double weight) {
        long third = micros * MICRO / 3;
        return new Trace(
                1_700_000_000_000L + micros,
                micros * MICRO,
                weight,
                List.of(
                        new TraceSpan("lines", 1, "w1", Map.of("DUE", third / 2)),
                        new TraceSpan("words", 2, "w1", Map.of("TRANSIT", third / 2, "EXECUTE", third)),
                        new TraceSpan("sink", 3, "w2", Map.of("INBOX", micros * MICRO - third - 2 * (third / 2)))));
    }

    @BeforeEach
    void hundredTraces() {
        List<Trace> traces = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            traces.add(trace(30 * i, 2));
        }
        traces.add(trace(90_000, 0));
        backend.cluster.submissions.put("wc", new Submission("wc", null, null, null, List.of()));
        backend.cluster.traces = new TopologyTraces("wc", 60, 0, traces);
    }

    @Test
    void showsWhatTracesAreMadeOf() {
        Run run = Run.of(backend, "latency", "wc", "--traces", "--slowest=2");

        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("..:..:..\\.", "HH:MM:SS.")).isEqualTo("""
                        END TO END OF wc                P50      P90      P99    P99.9      MAX  TUPLES
                        all tuples since the start  12.3 us  20.0 us  1.50 ms  2.00 ms  3.00 ms      10
                        traces of the last 60 s     1.50 ms  2.70 ms  2.97 ms  3.00 ms  3.00 ms     100

                        COMPONENT OR LINK      PART         P50    SHARE      P99    SHARE
                        lines                  due       253 us   16.7 %   478 us   16.7 %
                        lines -> words         transit   253 us   16.7 %   478 us   16.7 %
                        words                  execute   505 us   33.3 %   955 us   33.3 %
                        sink                   inbox     505 us   33.3 %   955 us   33.3 %
                        mean of all parts               1.52 ms  100.0 %  2.87 ms  100.0 %
                        useful share: execute            505 us   33.3 %   955 us   33.3 %
                        P50: 12 traces of 1.35 ms to 1.68 ms
                        P99: 10 traces of 2.73 ms to 3.00 ms

                        SLOWEST      ENDED AT  LARGEST PART         TIME  TRACE
                        90.0 ms  HH:MM:SS.000  execute of words  30.0 ms  lines 1@w1 > words 2@w1 > sink 3@w2
                        3.00 ms  HH:MM:SS.000  execute of words  1.00 ms  lines 1@w1 > words 2@w1 > sink 3@w2
                        """);
    }

    @Test
    void onlyTheWantedPercentilesAreShown() {
        Run run = Run.of(backend, "latency", "wc", "--traces", "--at=99.9", "--slowest=0");

        assertThat(run.out())
                .contains("P99.9: 10 traces of")
                .doesNotContain("P50:")
                .doesNotContain("SLOWEST");
    }

    @Test
    void speaksJson() throws Exception {
        JsonNode report = new ObjectMapper()
                .readTree(Run.of(backend, "latency", "wc", "--traces", "--at=50", "--slowest=1", "--json")
                        .out());

        JsonNode around = report.get("around").get(0);
        assertThat(around.get("usefulShare").asDouble()).isBetween(0.333, 0.334);
        double parts = 0;
        for (JsonNode part : around.get("parts")) {
            parts += part.get("meanNanos").asDouble();
        }
        assertThat(parts)
                .isBetween(
                        0.99 * around.get("meanNanos").asDouble(),
                        1.01 * around.get("meanNanos").asDouble());
        assertThat(report.get("slowest").get(0).get("latencyNanos").asLong()).isEqualTo(90_000 * MICRO);
        assertThat(report.get("slowest")
                        .get(0)
                        .get("spans")
                        .get(2)
                        .get("worker")
                        .asText())
                .isEqualTo("w2");
    }

    @Test
    void writesTheDistributionAsTable() throws Exception {
        Path file = directory.resolve("traces.csv");
        assertThat(Run.of(backend, "latency", "wc", "--traces", "--cdf=" + file).exitCode())
                .isZero();

        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("percentile,end_to_end,due,transit,inbox,execute");
        assertThat(lines)
                .contains("50,1500000,250000,250000,500000,500000", "100,3000000,500000,500000,1000000,1000000");
    }

    @Test
    void drawsTheDistribution() throws Exception {
        Path file = directory.resolve("traces.svg");
        assertThat(Run.of(backend, "latency", "wc", "--traces", "--cdf=" + file).exitCode())
                .isZero();

        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getElementsByTagName("polyline")
                        .getLength())
                .isEqualTo(5);
        assertThat(Files.readString(file))
                .contains("end to end")
                .contains(TracePart.DUE.name().toLowerCase());
    }

    @Test
    void aFileThatCannotBeWrittenIsOneLine() {
        Path file = directory.resolve("absent").resolve("traces.csv");
        Run run = Run.of(backend, "latency", "wc", "--traces", "--cdf=" + file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .containsExactly(
                        "millrace: cannot write " + file + ", its directory does not exist: give --cdf another file");
    }

    @Test
    void noTracesIsOneLine() {
        backend.cluster.traces = new TopologyTraces("wc", 60, 0, List.of());
        Run run = Run.of(backend, "latency", "wc", "--traces", "--cdf=" + directory.resolve("empty.svg"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("no trace of a sampled tuple of 'wc' has ended in the last 60 s\n");
    }

    @Test
    void onlyTracesThatBeganWithinTheWantedTimeAreShown() {
        long now = System.currentTimeMillis();
        List<TraceSpan> spans = List.of(new TraceSpan("lines", 1, "w1", Map.of("DUE", 1_000L)));
        backend.cluster.traces = new TopologyTraces(
                "wc",
                60,
                0,
                List.of(
                        new Trace(now, 40_000_000_000L, 1, spans),
                        new Trace(now - 50_000, 1_000, 1, spans),
                        new Trace(now, 7_000, 1, spans)));

        assertThat(Run.of(backend, "latency", "wc", "--traces", "--last=30s").out())
                .contains("traces of the last 30 s     7.00 us  7.00 us  7.00 us  7.00 us  7.00 us       1");
        assertThat(Run.of(backend, "latency", "wc", "--last=30s").err())
                .isEqualTo("millrace: --last is about whole traces: give --traces too\n");
        assertThat(Run.of(backend, "latency", "wc", "--traces", "--last=2min").exitCode())
                .isEqualTo(2);
    }
}
