// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.metrics.ChannelAlternative;
import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.api.metrics.SampleChannels;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Submission;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GeoCommandTest {

    private static final long MILLI = 1_000_000;

    private final FakeBackend backend = new FakeBackend();

    @BeforeEach
    void oneChannel() {
        backend.cluster.submissions.put("wc", new Submission("wc", null, null, null, List.of()));
        backend.cluster.channels = new TopologyChannels("wc", List.of(SampleChannels.channel()), List.of());
        backend.cluster.alternatives = new TopologyAlternatives(
                "wc",
                List.of(new ChannelAlternatives(
                        "lines",
                        1,
                        "count",
                        4,
                        List.of(
                                new ChannelAlternative(
                                        1,
                                        1,
                                        false,
                                        -1,
                                        -1,
                                        1.4,
                                        0.02,
                                        2.8e6,
                                        0.9,
                                        "more than 90 % of the capacity",
                                        false,
                                        false),
                                new ChannelAlternative(
                                        7,
                                        2,
                                        true,
                                        60 * MILLI,
                                        80 * MILLI,
                                        0.8,
                                        0.1,
                                        1.25e6,
                                        0.405,
                                        "",
                                        true,
                                        true)))));
    }

    @Test
    void showsWhatAChannelIsSetToAndDoes() {
        Run run = Run.of(backend, "geo", "wc");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                CHANNEL                  STREAMS           REGIONS  ORDER            MODEL               B  C  LZ4  PREDICTED  MEASURED  P99 PREDICTED  P99 MEASURED  REORDER
                lines 1@w1 > count 4@w2  lines, lines:bad  eu > us  late-drop:200ms  millrace (latency)  7  2  yes    60.0 ms   61.0 ms        80.0 ms             -   160 us

                CHANNEL            TUPLES/S     TUPLES  BATCHES  RESENT     KEPT    OUT/S  MONEY/H    MONEY  LATE
                lines 1 > count 4     8,000  1,234,567  176,366       3  64.0 kB  1.25 MB   0.4050  12.5000  marker 1, wait 70

                CHANNEL            ROUTE   STATE   RATE/S    DELAY   JITTER   LOSS   SHARE  BATCHES      OUT
                lines 1 > count 4  direct  used   1.00 MB  50.0 ms  1.00 ms  1.0 %  75.0 %  130,000  9.00 MB
                lines 1 > count 4  relay   down   2.00 MB        -     0 ns  0.0 %  25.0 %   46,366  3.00 MB

                lines 1 > count 4: b=7 c=2 compressed: 60.18 ms; next b=327 c=1: more than 90 % of the capacity
                """);
    }

    @Test
    void showsHowCopiesGoAndWhy() {
        backend.cluster.channels =
                new TopologyChannels("wc", List.of(SampleChannels.channel()), List.of(SampleChannels.multicast()));

        assertThat(Run.of(backend, "geo", "wc").out()).endsWith("""

                COPIES      REGIONS  TASKS  STRATEGY      ENTRY     B  LZ4  MEASURED   TUPLES  RESENT     KEPT   OUT/S  MONEY/H  SWITCHES
                lines 1@w1  eu > us  4 5 7  intermediate  entry w2  4  yes   51.0 ms  400,000       4  32.0 kB  125 kB   0.0405         2

                copies of lines 1 > us: intermediate of 3: 50.40 ms, 125 kB/s; direct 50.60 ms, 375 kB/s
                """);
    }

    @Test
    void showsWhatItCouldBeSetTo() {
        assertThat(Run.of(backend, "geo", "wc", "--what-if").out()).isEqualTo("""
                lines 1 > count 4
                    B  C  LZ4     MEAN      P99     FULL     CPU    OUT/S  MONEY/H  NOT BECAUSE
                    1  1  no         -        -  140.0 %   2.0 %  2.80 MB   0.9000  more than 90 % of the capacity
                >*  7  2  yes  60.0 ms  80.0 ms   80.0 %  10.0 %  1.25 MB   0.4050

                > as it is now; * none is both faster and cheaper
                """);
    }

    @Test
    void speaksJson() throws Exception {
        JsonNode channel = new ObjectMapper()
                .readTree(Run.of(backend, "geo", "wc", "--json").out())
                .get("channels")
                .get(0);

        assertThat(channel.get("reason").asText()).startsWith("b=7 c=2");
        assertThat(channel.get("routes").get(1).get("name").asText()).isEqualTo("relay");
        assertThat(channel.get("dropped").get("wait").asLong()).isEqualTo(70);
    }

    @Test
    void printsRepeatedly() {
        Run run = Run.of(backend, "geo", "wc", "--count=2", "--interval=10ms", "--json");

        assertThat(run.out().lines()).hasSize(2);
    }

    @Test
    void setsTheOrderOfAStream() {
        Run run = Run.of(backend, "geo", "set", "wc", "lines:bad", "late-drop: 200 ms");

        assertThat(run.out()).isEqualTo("stream lines:bad of wc is late-drop:200ms from now on\n");
        assertThat(backend.cluster.asked).containsExactly("set wc topology.geo.order lines:bad=late-drop:200ms");
    }

    @Test
    void refusesWhatIsNoOrderInOneLine() {
        Run run = Run.of(backend, "geo", "set", "wc", "lines", "sorted");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err().lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("'sorted' is no order: give ordered, unordered");
    }

    @Test
    void refusesToShowNothing() {
        Run run = Run.of(backend, "geo");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("no topology: give its name, or 'set'");
    }

    @Test
    void saysThatThereIsNoChannel() {
        backend.cluster.channels = new TopologyChannels("wc", List.of(), List.of());

        assertThat(Run.of(backend, "geo", "wc").out())
                .startsWith("no channel between regions in 'wc': its nodes are in one region");
    }

    @Test
    void saysWhyThereIsNoChannel() {
        String note = "topology.geo is off, so its regions have plain connections";
        backend.cluster.channels = new TopologyChannels("wc", List.of(), List.of(), note);
        assertThat(Run.of(backend, "geo", "wc").out().strip()).isEqualTo("no channel between regions in 'wc': " + note);
    }

    @Test
    void saysBetweenWhichRegionsThereAreNoChannelsBelowThoseThatThereAre() {
        String note = "plain connections between eu and us (round trip 2.1 ms), as channels need 5 ms";
        backend.cluster.channels = new TopologyChannels("wc", List.of(SampleChannels.channel()), List.of(), note);
        assertThat(Run.of(backend, "geo", "wc").out()).startsWith("CHANNEL").endsWith("\n" + note + "\n");
    }
}
